# Completes PROGRAM in fish. 'PROGRAM --generate-completion-script fish' prints this.

function __PROGRAM_complete
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    command -q $program; or return
    set -l lines (command $program QUESTION $words (commandline -ct) 2>/dev/null)
    switch "$lines[1]"
        case file
            __fish_complete_path (commandline -ct)
        case directory
            __fish_complete_directories (commandline -ct) ''
        case '*'
            string join \n -- $lines[2..]
    end
end

complete -c PROGRAM -f -k -a '(__PROGRAM_complete)'
