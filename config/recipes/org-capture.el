;; For org-capture.yaml: the template of the captured pages. Load this from your init file.
(require 'server)
(require 'org-capture)
(require 'org-protocol)
(unless (or (daemonp) (server-running-p)) (server-start))
(make-directory "~/org" t)
(add-to-list 'org-capture-templates
             '("w" "Web page" entry (file "~/org/web.org")
               "* [[%:link][%:description]]\n%i" :immediate-finish t))
