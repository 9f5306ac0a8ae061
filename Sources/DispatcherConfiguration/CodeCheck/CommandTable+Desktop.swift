/// The rows of programs of the desktop, and of programs that accept no value.
extension CommandSyntax {
    static let desktop = """
        # The desktop.
        gio, obsidian, md.obsidian.Obsidian, wezterm, magick, swww, awww : sub
        mpc add, mpc insert, mpc load, mpc search, mpc find, mpc play, mpc volume, mpc seek, mpc searchplay, mpc list, mpc ls, mpc findadd, mpc searchadd, mpc toggle, mpc next, mpc prev, mpc pause, mpc stop, mpc clear, mpc current, mpc status, pactl set-sink-volume, pactl set-source-volume, pactl set-sink-mute, pactl set-source-mute, pactl set-default-sink, pactl set-default-source, pactl set-card-profile, pactl set-sink-port, pactl list, pactl info, pactl get-sink-volume, pactl get-sink-mute, pactl move-sink-input, pactl set-sink-input-volume, amixer sset, amixer sget, amixer set, amixer get, todo.sh add, todo.sh a, todo-txt add, todo-txt a, khal list, khal search : data*
        xdg-open, exo-open, kde-open, gio open : link* ; is words launches
        gio trash, gio info, gio cat, gio list : data* ; flag -flh --force --long --hidden ; data -a --attributes
        notify-send : data data ; data -a --app-name -i --icon -u --urgency -t --expire-time -c --category -h --hint -r --replace-id -n -A --action ; flag -epw --transient --print-id --wait
        dunstify : data data ; data -a --appname -i --icon -I --raw_icon -u --urgency -t --timeout -h --hints -r --replace -C --close -A --action ; flag -pbs --printid --block --serverinfo
        zenity, qarma : data* ; data --title --text --entry-text --ok-label --cancel-label --extra-button --column --width --height --timeout --value --min-value --max-value --percentage --icon-name --window-icon --filename --separator --date-format --add-entry --add-password ; flag --info --warning --error --question --entry --password --list --forms --text-info --progress --scale --calendar --file-selection --color-selection --notification --no-wrap --no-markup --default-cancel --hide-text --radiolist --checklist --multiple --editable --pulsate --auto-close --no-cancel --directory --save --modal ; is stdin
        kdialog : data* ; data --title --msgbox --sorry --error --yesno --yesnocancel --warningyesno --warningcontinuecancel --inputbox --textinputbox --password --menu --checklist --radiolist --combobox --passivepopup --slider --calendar --getopenfilename --getsavefilename --getexistingdirectory --ok-label --yes-label --no-label --cancel-label --icon --default ; flag --separate-output --multiple ; is stdin words
        yad : ; data --title --text --entry-label --entry-text --width --height --timeout --window-icon ; flag --info --entry --question --center --on-top --no-markup
        rofi : ; data -p -mesg -filter -l -select -format -e ; flag -dmenu -i -no-custom -only-match -multi-select -password -sync ; is stdin words
        dmenu : ; data -p -l -fn -nb -nf -sb -sf -m ; flag -b -f -i ; is stdin words
        wofi, fuzzel, bemenu, tofi : ; data -p --prompt -l --lines --width --height ; flag -di --dmenu --insensitive ; is stdin
        fzf : ; data -q --query -f --filter --prompt --header -d --delimiter -n --nth --height ; flag -meix01 +i +x +s +m --multi --exact --exit-0 --select-1 --ansi --reverse --tac --no-sort --print-query --read0 --print0 --cycle --no-mouse --border ; word --layout ; is stdin plus
        wl-copy : data* ; flag -nopcf --trim-newline --paste-once --primary --clear --foreground ; data -t --type -s --seat ; is stdin
        wl-paste : ; flag -nlp --no-newline --list-types --primary ; data -t --type -s --seat
        xclip : data* ; data -selection -sel -se -t -target -l -loops ; flag -i -in -o -out -r -rmlastnl -f -filter -quiet -silent -verbose ; is stdin words
        xsel : ; flag -ioabpscdkx --input --output --append --clipboard --primary --secondary --clear --delete --keep --exchange ; data -t --selectionTimeout ; is stdin
        i3-msg, swaymsg : word* ; word -t -s --type --socket ; flag -qrpm --quiet --raw --pretty --monitor
        wmctrl : ; data -a -c -s -r -R -t -e -b -N -I -T ; flag -ldpGxiFu
        playerctl : sub ; data -p --player -i --ignore-player ; flag -als --all-players --list-all --no-messages
        playerctl play, playerctl pause, playerctl play-pause, playerctl stop, playerctl next, playerctl previous, playerctl position, playerctl volume, playerctl status, playerctl metadata, playerctl loop, playerctl shuffle : data* ; data -f --format -p --player -i --ignore-player ; flag -asF --all-players --no-messages --follow
        telegram-desktop, org.telegram.desktop, obsidian daily:append, obsidian daily:read, obsidian daily, obsidian read, obsidian search, obsidian open, obsidian tags, obsidian files : file*
        playerctl open, krdc, md.obsidian.Obsidian @@u : file ; is words
        mpc : sub ; word -h --host -p --port ; data -f --format ; flag -q --quiet
        pactl, wpctl : sub ; word -f --format ; flag -n
        wpctl set-volume, wpctl set-mute, wpctl set-default, wpctl get-volume, wpctl status, wpctl inspect, wpctl set-profile : data* ; data -l --limit
        pamixer : ; data -i --increase -d --decrease --set-volume --sink --source --set-limit ; flag -tmu --toggle-mute --mute --unmute --get-volume --get-mute --allow-boost --default-source
        amixer : sub ; flag -qM --quiet ; word -c --card -D --device
        brightnessctl : data* ; word -d --device -c --class -n --min-value -e --exponent ; flag -mqsrpl --machine-readable --quiet --save --restore --pretend --list
        paplay, aplay, pw-play : data* ; flag -q --quiet ; data --volume -f
        spd-say : data* ; data -r --rate -p --pitch -i --volume -l --language ; flag -wSC --wait --stop --cancel ; word -o -y -t ; is stdin
        espeak, espeak-ng : data* ; data -a -g -k -l -p -s ; flag -qxz ; word -v
        mpv, io.mpv.Mpv : web* ; flag -- --no-video --no-audio --fs --fullscreen --no-terminal --really-quiet --pause --force-window --idle --loop --loop-file --loop-playlist --keep-open --ontop --no-border --shuffle --mute --quiet -quiet -really-quiet -fs --cache --no-config --no-resume-playback --no-ytdl --no-osc --no-sub --no-audio-display --no-keepaspect-window ; glued --start --end --length --volume --speed --title --geometry --sid --aid --vid --slang --alang --force-media-title ; word --ytdl-raw-options --ytdl-format --player-operation-mode --profile --vo --ao --hwdec --autofit --audio-device --screen --fs-screen --input-ipc-server --script-opts --x11-name --wayland-app-id ; is words
        ffmpeg, ffprobe : folder* ; web -i ; flag -y -n -vn -an -sn -hide_banner -nostdin -shortest -show_format -show_streams -stats -nostats ; data -ss -t -to -r -s -b -b:a -b:v -v -loglevel -threads -ar -ac -crf -preset -frames -frames:v -metadata ; word -c -c:v -c:a -codec -vcodec -acodec -f -map -vf -af -of -print_format -show_entries -select_streams -movflags -pix_fmt -q:v -q:a ; is words
        pandoc : folder* ; word -f --from -r --read -t --to -w --write --wrap --columns -V --variable --pdf-engine --template --css --highlight-style ; data -M --metadata -T --title-prefix ; folder -o --output ; flag -sN --standalone --toc --number-sections
        evince, okular, eog, loupe, xreader, atril, papers, gwenview, zathura : file* ; data --page-index --page --page-label --find ; flag --fullscreen ; is words
        nautilus, dolphin, nemo, caja : folder* ; flag --new-window --select
        feh : folder* ; flag -FZxYNqrzVpn. --fullscreen --auto-zoom --borderless --hide-pointer --no-menus --quiet --recursive --randomize --scale-down --bg-center --bg-fill --bg-max --bg-scale --bg-tile --no-fehbg ; word -g --geometry -D --slideshow-delay -S --sort --zoom
        nsxiv, sxiv, imv, imv-x11, imv-wayland : folder* ; flag -fr ; word -n -s
        swww img, awww img : file ; word -o --outputs -t --transition-type --transition-step --transition-fps --transition-duration --transition-angle --transition-pos --resize --fill-color -f --filter ; flag --no-resize
        convert, identify, magick convert, magick identify : folder* ; word -resize -thumbnail -scale -sample -geometry -crop -gravity -extent -rotate -quality -density -depth -format -background -fill -colorspace -colors -blur -sharpen -type -size -alpha -compress -delay -loop -border -bordercolor -fuzz -transparent -modulate ; flag -strip -auto-orient -flip -flop -negate -normalize -trim -monochrome -coalesce -flatten -append -quiet -verbose ; is words
        soffice, libreoffice : folder* ; word --convert-to --infilter ; folder --outdir ; flag --headless --norestore --nologo --invisible --minimized --nolockcheck --nodefault --writer --calc --impress --draw --view -n -o ; is words
        lp, lpr : data* ; data -d -P -n ; word -o ; flag -m ; is stdin

        # Editors, terminals and apps.
        vim, nvim, vi, gvim, view, rvim, rview : folder* ; flag -RnOopdMbZf --noplugin --clean +0 +1 +2 +3 +4 +5 +6 +7 +8 +9 ; is plus
        nano : data* ; flag -lRv +0 +1 +2 +3 +4 +5 +6 +7 +8 +9 ; is plus
        emacsclient : link* ; flag -- -n --no-wait -c --create-frame -nw -t --tty -r --reuse-frame -q --quiet -u ; word -s --socket-name -f --server-file -F --frame-parameters -d --display ; is words
        code, codium, code-oss, code-insiders, cursor, subl, com.visualstudio.code, com.vscodium.codium : file* ; flag -rngwda --reuse-window --new-window --goto --wait --diff --add --open-url ; word --profile
        kate, kwrite, gedit, gnome-text-editor, pluma, xed, mousepad, geany : file* ; flag -n --new -b --block --wait -w --new-window --new-document -s --standalone -a --add -i --new-instance ; data -l --line -c --column ; is words
        idea, phpstorm, pycharm, webstorm, goland, clion, rider, rubymine, datagrip, rustrover, studio : file ; data --line -l --column -c ; flag --wait ; is words
        zotero : ; file -url --url ; is words
        hexchat : file* ; flag -aen --no-auto --existing --no-plugins ; file --url
        acestream-launcher : data ; word -p --player -e --engine
        firefox, firefox-esr, librewolf, org.mozilla.firefox, waterfox, floorp, zen-browser : file* ; data --new-tab -new-tab --new-window -new-window --private-window -private-window --search -search -url --url ; word -P --P -p ; flag -no-remote --no-remote -new-instance --new-instance --kiosk -kiosk -private --private --headless ; is words
        chromium, chromium-browser, google-chrome, google-chrome-stable, brave, brave-browser, vivaldi, microsoft-edge, org.chromium.Chromium, com.google.Chrome, com.brave.Browser : file* ; data --app ; word --profile-directory --user-data-dir --class ; flag --new-window --incognito --guest --start-fullscreen --start-maximized --kiosk --ozone-platform ; is words
        element-desktop, slack, discord, signal-desktop, spotify, im.riot.Riot, com.slack.Slack, com.discordapp.Discord, com.spotify.Client : file* ; data --profile --uri ; flag --hidden --start-in-tray ; is words
        alacritty : ; run -e --command ; data -T --title ; word --class ; folder --working-directory ; flag --hold
        kitty : command ; data -T --title ; word --class --name -d --directory ; flag -1e --single-instance --hold --detach ; is plus
        foot, footclient : command ; data -T --title ; word -a --app-id -w --window-size-chars -t --term ; folder -D --working-directory ; flag -eHmFN --hold --maximized --fullscreen --no-wait
        gnome-terminal, kgx, ptyxis : command ; data -t --title ; folder --working-directory ; flag --tab --window --new-window --maximize --full-screen --wait ; word --profile --geometry
        xterm, uxterm, urxvt, rxvt : ; run -e ; data -T -title -n ; word -geometry -fa -fs -fn -bg -fg -name -class ; flag -hold ; is words
        st, stterm : ; run -e ; data -T -t -n ; word -g -c -f ; is words
        konsole : ; run -e ; folder --workdir ; flag --hold --noclose --new-tab --separate --fullscreen
        xfce4-terminal, mate-terminal : ; run -x --execute ; data -T -t --title ; folder --working-directory ; flag --tab --window --hold --maximize ; word --geometry
        wezterm start : command ; folder --cwd ; word --class --workspace ; flag --always-new-process --new-tab
        tmux : sub ; word -L -S ; flag -2u
        tmux attach-session, tmux attach, tmux a, tmux kill-session, tmux kill-window, tmux kill-pane, tmux has-session, tmux has, tmux select-window, tmux selectw, tmux select-pane, tmux switch-client, tmux detach-client, tmux list-windows, tmux list-panes : ; data -t -s ; flag -drnp
        tmux load-buffer, tmux loadb : file ; data -b ; is stdin
        todo.sh, todo-txt, khal, pass : sub ; flag -aftnNpv
        task add, task log : file* ; is dashed
        zk new : folder ; data -t --title --date ; word -g --group --template ; flag -pni --print-path --dry-run --interactive --no-input ; is stdin
        khal new : data* ; data -a --calendar -l --location -g --categories -r --repeat -u --until -m --alarms
        pass show, pass ls, pass list : data ; flag -c --clip

        # Programs that run code by so many ways that they accept no value; an int, date or one-of is read as a literal word.
        node inspect, node debug, nodejs inspect, nodejs debug, gdb, lldb, strace, ltrace, valgrind, perf, expect, wish, gnuplot, R, erl, scala, pwsh, powershell, nu, xonsh, rc, es, deno, ocaml, ghci, irb, ipython, m4, dc, festival, elixir, groovy, mysql, mariadb, mycli, pgcli, duckdb, redis-cli, mongosh, clickhouse-client, at, batch, crontab, update-alternatives, ld, ld.so, gcc, cc, clang, tcc, rustc, swift, swiftc, java, javac, cmake, ninja, meson, rake, ant, mvn, gradle, ctest, bazel, run-parts, groff, troff, gs, npm, npx, pnpm, yarn, bun, bunx, uv, uvx, pip, pipx, poetry, conda, gem, bundle, cargo, go, rustup, composer, nix, nix-shell, nix-build, guix, brew, cabal, stack, apt-get :
        @, vlc, cvlc, nvlc, org.videolan.VLC, eval, exec, command, busybox, toybox, su, runuser, run0, sg, script, chroot, nsenter, bwrap, proot, runsc, systemd-nspawn, machinectl, capsh, lxc, incus, toolbox, distrobox, distrobox-enter, flatpak-spawn, vagrant, virsh, wine, nb, steam, gpg, openssl, dd, hg, svn, bzr, darcs, fossil, jj, lftp, sftp, ftp, telnet, mosh, autossh, sshpass, adb, socat, ncat, netcat, nmap, tcpdump, ansible, ansible-playbook, parallel, entr, watch, rename, prename, csplit, unzip, more, most, ack, sk, xdg-email, evolution, kmail, xdotool, ydotool, wtype, dotool, hyprctl, screen, guake, byobu, zellij, mogrify, montage, gm, inkscape, gimp, blender, qutebrowser, lynx, nyxt, luakit, emacs, ex, ed, red, vimdiff, nvimdiff, x-terminal-emulator, ghostty, tilix, lxterminal, terminator, qterminal, xdg-terminal-exec, qalc, gcalcli :
        make, gmake : ; word -C --directory ; flag -skBnq --silent --keep-going --always-make --dry-run ; glued -j --jobs
        """
}
