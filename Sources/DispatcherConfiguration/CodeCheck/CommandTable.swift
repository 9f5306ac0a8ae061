extension CommandSyntax {
    /// The programs whose command lines `check` can judge: one row for each program, subcommand or group of such.
    ///
    /// A value is accepted only where the row says that the word is data. An option or a subcommand without a place in
    /// its row makes a mistake of each value of the program. So each row leaves out the options that run code, load code
    /// or settings, choose a program, or write a file. A row of a name alone is a program that accepts no value.
    static let text = system + "\n" + desktop

    private static let system = """
        # Shells and languages: the first operand is program text or the file of a program, and the later words are its data.
        sh, dash, ash : code ; flag -ceuxvfnliC +e +x +u ; is plus ; try -c, 'echo "$$1"', sh
        bash, rbash : code ; flag -ceuxvfnliprCE +e +x +u --norc --noprofile --posix --login --restricted ; word -o -O +o +O ; is plus ; try -c, 'echo "$$1"', bash
        zsh, ksh, mksh, lksh, oksh, yash, posh : code ; flag -ceuxfl +e +x +u ; is plus ; try -c, 'echo "$$1"', sh
        fish : code ; code -c --command ; flag -lNP --login --no-config --private ; try -c, 'echo $$argv[1]'
        csh, tcsh, elvish, osh, tclsh, Rscript, raku, julia, guile, octave : code
        python, pypy : code ; code -c ; flag -uBEsSIObq ; word -W -X ; is ends ; try -c, 'print(__import__("sys").argv[1])'
        perl : code ; code -e -E ; flag -wWTtl07 ; word -M -m ; folder -I ; try -e, 'print $$ARGV[0]'
        ruby : code ; code -e ; flag -wlU ; word -r --require ; folder -I ; try -e, 'puts ARGV[0]'
        node, nodejs : code ; code -e --eval -pe ; flag -- --no-warnings --no-deprecation ; is words ; try -e, 'console.log(process.argv[1])'
        php : code ; code -r --run -f --file ; flag -nq
        lua, luajit : code ; word -e -l ; flag -W
        awk, gawk, mawk, nawk : code ; code -f --file -e --source ; data -v --assign -F --field-separator ; try 'BEGIN { print ARGV[1] }'
        sed, gsed : code ; code -e --expression -f --file ; flag -nErsuz --quiet --silent --regexp-extended --posix --sandbox ; data -l ; glued -i --in-place ; is permutes
        jq : code ; pair --arg --argjson ; flag -nrceSsRjaCM --null-input --raw-output --compact-output --slurp --raw-input --tab --args --jsonargs ; word --indent ; is permutes ; try -n, '$$ARGS.positional[0]', --args
        sqlite : word* ; flag -json -csv -header -noheader -line -list -column -box -table -markdown -html -tabs -quote -readonly -batch -bail -safe ; word -separator -nullvalue ; is words
        psql : word* ; word -c --command -f --file -d --dbname -h --host -p --port -U --username -v --set --variable  ; flag -AtqXwx1be --no-psqlrc --csv --html --tuples-only --quiet
        bc : data* ; flag -lqs --mathlib --quiet ; is stdin

        # Programs that start the rest of their words as a command.
        env : command ; flag -iv0 --ignore-environment --debug --null ; word -u --unset -C --chdir ; is assigns
        sudo : command ; flag -nEkKHbAS --non-interactive --preserve-env --set-home --background --askpass --stdin ; word -u --user -g --group ; is assigns
        doas : command ; flag -n ; word -u
        pkexec : command ; flag --disable-internal-agent --keep-cwd ; word --user
        nohup, chronic, gamemoderun, mangohud, prime-run, torsocks, proxychains, dbus-launch, dbus-run-session, linux, mullvad-exclude, detached : command
        firejail : command ; flag --quiet --noprofile --private-tmp --private-dev --private-cache --nosound --no3d --nodvd --notv --nou2f --novideo --nogroups --nonewprivs --noroot --seccomp --ipc-namespace --machine-id --disable-mnt --apparmor --nodbus ; glued --profile --private --net --dns --whitelist --blacklist --read-only --dbus-user --dbus-system --name --hostname
        tsp : command ; flag -nfgmdBE ; data -L -D -N
        setsid : command ; flag -fwc --fork --wait --ctty
        nice : command ; flag -0123456789 ; data -n --adjustment
        ionice : command ; data -c --class -n --classdata ; flag -t --ignore
        timeout : data command ; data -k --kill-after -s --signal ; flag -pv --foreground --preserve-status --verbose
        stdbuf : command ; data -i --input -o --output -e --error
        time : command ; flag -pvqa --portability --verbose --quiet --append ; data -f --format ; folder -o --output
        taskset : data command ; flag -ca --cpu-list --all-tasks
        chrt : word command ; flag -abfior
        flock : folder command ; flag -nxesuoF --nb --nonblock --exclusive --shared --unlock --close --no-fork --verbose ; data -w --wait --timeout -E --conflict-exit-code
        setpriv : command ; flag --no-new-privs --clear-groups --init-groups --keep-groups --reset-env ; data --reuid --regid --groups ; word --ambient-caps --inh-caps --bounding-set --pdeathsig
        unshare : command ; flag -rUmpfnuiC --map-root-user --user --mount --pid --fork --net --uts --ipc --cgroup --kill-child --mount-proc
        systemd-run : word* ; flag -GqPtdr --user --collect --quiet --wait --pipe --pty --no-block --same-dir --remain-after-exit --no-ask-password ; run --scope ; word -u --unit -p --property --slice --nice --service-type --on-active --on-calendar --expand-environment ; data --description ; folder --working-directory ; word -E --setenv
        systemd-inhibit : command ; word --what --mode ; data --why --who ; flag --no-pager --no-legend
        systemd-cat : command ; data -t --identifier ; word -p --priority --stderr-priority --level-prefix
        xargs : command ; flag -0rtx --null --no-run-if-empty --verbose --exit ; data -d --delimiter -n --max-args -P --max-procs -L -s --max-chars ; is items
        xvfb-run : command ; flag -a --auto-servernum ; word -s --server-args -n --server-num

        # Files and text.
        echo, printf : data* ; flag -neE ; is plain stdin
        true, false, pwd, id, whoami, uname, uptime, printenv, groups, tty, nproc, arch, logname, sync : data* ; flag -aPLgGnrusmpz0 ; is stdin
        sleep, expr, factor, yes, cowsay, cowthink, figlet : data* ; is stdin
        seq, numfmt : data* ; data -f --format -s --separator -d --delimiter --from --to ; flag -w
        basename, dirname, realpath, readlink : data* ; flag -aefmnqvzLP ; data --suffix --relative-to --relative-base
        cat, tac, rev, base64, base32 : data* ; flag -nbAETvetdi --number --decode --ignore-garbage ; data -w --wrap ; is stdin
        fold, fmt : data* ; data -w --width ; flag -s --spaces ; is stdin
        paste : data* ; data -d --delimiters ; flag -sz --serial ; is stdin
        column : data* ; flag -t --table ; data -s --separator -o --output-separator -c -N ; is stdin
        head, tail : data* ; flag -0123456789qvzfF --quiet --silent --verbose --follow ; data -n --lines -c --bytes -s --sleep-interval ; is stdin
        wc : data* ; flag -lwcmL --lines --words --bytes --chars --max-line-length ; is stdin
        cksum, md5sum, sha1sum, sha256sum, sha512sum, b2sum : data* ; flag -btz --tag --binary --text --zero ; is stdin
        cmp, comm : data data ; flag -123sbz --silent --quiet
        sort : data* ; flag -nrufbdghiMRVcCmsz --numeric-sort --reverse --unique --version-sort --human-numeric-sort --stable ; data -k --key -t --field-separator ; folder -o --output -T ; word -S --parallel ; is stdin
        uniq : data ; flag -cdDuiz --count --repeated --unique --ignore-case ; data -f -s -w ; is stdin
        cut : data* ; data -f --fields -b --bytes -c --characters -d --delimiter --output-delimiter ; flag -snz --complement --only-delimited ; is stdin
        tr : data data ; flag -cCdst --complement --delete --squeeze-repeats ; is stdin
        grep, egrep, fgrep : data* ; flag -0123456789ivwxclLnqsohHrREFGPaIzZby --color --count --ignore-case --invert-match --line-number --quiet --recursive --fixed-strings --extended-regexp --perl-regexp --only-matching --files-with-matches --line-buffered --no-messages --no-filename --text ; data -e --regexp -m --max-count -A --after-context -B --before-context -C --context --include --exclude --exclude-dir ; is stdin
        rg : data* ; flag -isSvwxclnNqohHFPauLpUIb0 --hidden --json --no-heading --heading --column --vimgrep --files --files-with-matches --ignore-case --smart-case --fixed-strings --line-number --no-ignore --count --stats --no-config --no-filename ; word --color --sort ; data -e --regexp -g --glob --iglob -t --type -T --type-not -m --max-count -A -B -C --context -r --replace -M --max-depth ; is stdin
        ag : data* ; flag -ilcnwvQsS ; data -A -B -C -m -G ; is stdin
        find : data* ; data -name -iname -path -ipath -wholename -regex -iregex -lname -newer -anewer -cnewer -mtime -atime -ctime -mmin -amin -cmin -size -type -perm -user -group -samefile -maxdepth -mindepth -printf ; flag -print -print0 -ls -prune -quit -depth -empty -not -o -or -a -and -true -false -xdev -mount -follow -readable -writable -executable -daystart -L -H -P ; word -regextype ; is words
        fd, fdfind : data* ; flag -HIusigFalLp01q --hidden --no-ignore --glob --fixed-strings --absolute-path --follow --full-path ; data -e --extension -t --type -d --max-depth -E --exclude -S --size --changed-within --changed-before --max-results
        locate, plocate, which, whereis, apropos, whatis : data* ; flag -abceiqw ; data --limit
        ls, dir : data* ; flag -abABcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 --color --all --almost-all --human-readable --recursive --reverse --full-time --group-directories-first --si ; data --time-style --sort --format
        stat : data* ; flag -Lft --dereference --terse ; data -c --format --printf
        du : data* ; flag -abchHklLmPsSx0 --all --apparent-size --human-readable --summarize --total --bytes ; data -d --max-depth -B --block-size -t --threshold --exclude
        df : data* ; flag -ahHiklPT --all --human-readable --total --inodes ; data -B --block-size -t --type -x --exclude-type --output
        file : data* ; flag -bihkLrs --brief --mime --mime-type --mime-encoding --dereference
        date : word ; data -d --date ; flag -uIR --utc --iso-8601 --rfc-3339 --rfc-email
        test, [ : data* ; flag -e -f -d -r -w -x -n -z -s -L -h -b -c -p -S -t -u -g -k -O -G -N -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o ; is words
        touch : data* ; flag -acmh --no-create ; data -d --date -t -r --reference
        mkdir, rmdir : data* ; flag -pv --parents --verbose ; word -m --mode
        rm, unlink : data* ; flag -frRdv --force --recursive --dir --verbose
        cp, mv, ln : folder folder* ; flag -arRfnuvpsiTLPdlxb --archive --recursive --force --no-clobber --update --verbose --symbolic --relative --no-target-directory --parents ; folder -t --target-directory
        chmod, chown, chgrp : word data* ; flag -Rfvch --recursive
        tee : folder* ; flag -a --append ; is stdin
        split : data folder ; data -l --lines -b --bytes -n --number -a --suffix-length -C --line-bytes ; flag -dxe
        diff : data data ; flag -0123456789urqswbBiaNycp --brief --unified --recursive --color --side-by-side ; data -U -C -I -x --label
        tar, gtar, bsdtar : data* ; flag -ctzjJvahO --create --list --gzip --bzip2 --xz --zstd --auto-compress --verbose --dereference --one-file-system --no-recursion ; folder -f --file -C --directory ; data --exclude --mtime ; is stdin dashed
        zip : folder data* ; flag -rqjyuv9610XD ; data -x -i
        7z a, 7z l, 7z t, 7za a, 7za l, 7zr a, 7zr l, 7zz a, 7zz l : folder folder* ; flag -bd -slt ; is words
        gzip, gunzip, zcat, bzip2, bunzip2, bzcat, xz, unxz, xzcat, zstd, zstdcat : folder* ; flag -cdkfvqtl169 --stdout --decompress --keep --force ; is stdin
        less : file* ; flag -RSNFXiInreEfgsMm +0 +1 +2 +3 +4 +5 +6 +7 +8 +9 ; is plus
        man : data* ; flag -kfaw --where --apropos --whatis ; data -s -S --sections ; word -L --locale
        kill, pkill, pgrep, pidof, killall : data* ; flag -f -l -x -n -a -i -c -v -w -q -I -e -r -1 -2 -9 -15 -HUP -INT -TERM -KILL -USR1 -USR2 -STOP -CONT --full --exact --newest --oldest --list-name --ignore-case ; data -u -U -g -P -t -d --signal --delimiter ; is words
        logger : data* ; flag -sie --stderr --skip-empty ; data -t --tag -p --priority --id --msgid ; is stdin

        # Versions, containers, services and the bus.
        7z, 7za, 7zr, 7zz, git stash, git notes, gh, gh issue, gh pr, gh repo, gh search, docker container, podman container, docker image, docker volume, docker network, kubectl rollout, oc rollout, gdbus, nmcli connection, nmcli con, nmcli c, nmcli device, nmcli d, bluetoothctl, gsettings, apt, apt-cache, ntfy, croc, wormhole, ollama, zk, watson, task, hass-cli, hass-cli service : sub
        docker container inspect, docker image inspect, docker volume inspect, docker network inspect, podman container inspect, podman container exists, nmcli connection up, nmcli connection down, nmcli con up, nmcli con down, nmcli c up, nmcli c down, nmcli connection show, nmcli device show, nmcli device disconnect, bluetoothctl connect, bluetoothctl disconnect, bluetoothctl info, bluetoothctl power, catt cast, catt add, catt cast_site, watson start : data*
        git : sub ; word -C --git-dir --work-tree ; flag -Pp --no-pager --paginate --no-optional-locks --literal-pathspecs --bare
        git commit : data* ; data -m --message --author --date --fixup --squash ; flag -aqvsniopS --all --quiet --verbose --signoff --amend --allow-empty --allow-empty-message --no-edit --no-verify --gpg-sign --reset-author ; file -F --file ; word --cleanup ; is stdin
        git add, git rm, git restore, git reset : data* ; flag -AufnvqrNWS --all --update --force --dry-run --verbose --quiet --cached --staged --worktree --hard --soft --mixed --ignore-errors ; data --source -s
        git status, git ls-files, git ls-tree, git check-ignore : data* ; flag -sbuzcdmortlqv --short --branch --porcelain --name-only --exclude-standard --others --cached --modified --long --full-tree
        git log, git show, git shortlog, git rev-list, git diff, git diff-tree, git diff-index : data* ; flag -0123456789psqiEFPzewbRr --patch --stat --oneline --graph --all --no-merges --merges --first-parent --reverse --name-only --name-status --numstat --shortstat --no-patch --follow --decorate --no-color --color --abbrev-commit --summary --count --cached --staged --exit-code --word-diff --check ; data -n --max-count --grep --author --committer --since --until --after --before -S -G -U --unified --format --pretty --date --skip -L --diff-filter
        git grep : data* ; flag -niwlLcqvhHEFPGzaI --cached --untracked --line-number --ignore-case --count --heading --break --all-match --and --or --not ; data -e -A -B -C -m --max-depth --max-count
        git branch : data* ; flag -arlvdDfmMcCqit --list --force --all --merged --no-merged --delete --show-current --track --no-track ; data -u --set-upstream-to --contains --no-contains --points-at --sort --format
        git tag : data* ; flag -aldfsni --list --annotate --delete --force --merged --no-merged ; data -m --message --contains --points-at --sort --format
        git checkout, git switch : data* ; flag -qfmdt --quiet --force --merge --detach --track --no-track --guess --no-guess ; data -b -B -c -C --orphan
        git rev-parse, git merge-base, git describe, git name-rev : data* ; flag -qa --quiet --verify --short --tags --all --always --abbrev-ref --show-toplevel --git-dir --is-ancestor --long --dirty ; data --match --exclude
        git fetch, git pull : word data* ; flag -qvptfnr --quiet --verbose --all --prune --tags --no-tags --force --dry-run --ff-only --no-rebase --rebase --unshallow --autostash --no-edit ; data --depth -j --jobs --shallow-since
        git push : word* ; flag -qvufnd --quiet --verbose --set-upstream --all --tags --force --force-with-lease --dry-run --delete --follow-tags --no-verify
        git clone : data folder ; flag -qvn --quiet --verbose --bare --mirror --no-checkout --single-branch --no-tags --recurse-submodules --recursive ; data --depth -b --branch --shallow-since
        git stash push, git stash save, git stash list, git stash show, git stash pop, git stash apply, git stash drop : data* ; flag -qkuaS --quiet --keep-index --include-untracked --all --staged --patch --stat --index ; data -m --message
        git notes add, git notes append, git notes show : data ; data -m --message ; flag -f --force
        git config : word* ; data --get --get-all --get-regexp ; flag -lz --global --local --system --list --show-origin --name-only --null --bool --int ; word --type
        gh issue create, gh pr create : ; data -t --title -b --body -a --assignee -l --label -m --milestone ; flag -wdf --web --draft --fill ; file -F --body-file ; word -B --base -H --head -R --repo ; is stdin
        gh issue list, gh pr list : ; data -S --search -A --author -a --assignee -l --label -s --state -L --limit --json -m --milestone ; flag -w --web ; word -R --repo
        gh issue view, gh pr view, gh repo view : data ; data --json ; flag -cw --comments --web ; word -R --repo
        gh issue comment, gh pr comment : data ; data -b --body ; file -F --body-file ; flag -w --web ; word -R --repo ; is stdin
        gh issue close, gh issue reopen, gh pr close, gh pr reopen : data ; data -c --comment ; word -r --reason -R --repo
        gh search issues, gh search prs, gh search repos, gh search code, gh search commits : data* ; data --owner --repo --language --label --state --author -L --limit --json --sort --order ; flag -w --web
        docker, podman, nerdctl : sub ; word -c --context -H --host -l --log-level
        docker exec, podman exec, nerdctl exec, docker container exec, podman container exec : data command ; flag -itd --interactive --tty --detach --privileged ; word -u --user -w --workdir ; variable -e --env
        docker run, podman run, nerdctl run, docker container run, podman container run : word command ; flag -itdP --rm --interactive --tty --detach --init --read-only --privileged --no-healthcheck ; data --name -h --hostname ; word -u --user -w --workdir -v --volume -p --publish --network --net --mount -m --memory --cpus --platform --pull --restart --userns --security-opt --cap-add --cap-drop --tmpfs --shm-size --device -l --label ; variable -e --env
        docker logs, docker container logs : data ; flag -ft --follow --details --timestamps ; data -n --tail --since --until
        podman logs, podman container logs : data* ; flag -flt --follow --latest --timestamps ; data --tail --since --until
        docker start, docker stop, docker restart, docker kill, docker rm, docker pause, docker unpause, docker wait, docker port, podman start, podman stop, podman restart, podman kill, podman rm, podman pause, podman unpause, podman wait, podman port, docker container start, docker container stop, docker container restart, docker container kill, docker container rm, docker container pause, docker container unpause, docker container wait, docker container port, podman container start, podman container stop, podman container restart, podman container kill, podman container rm, podman container pause, podman container unpause, podman container wait, podman container port : data* ; flag -afivl --all --force --volumes ; data -t --time -s --signal
        docker inspect, podman inspect : data* ; flag -s --size ; word -f --format --type
        docker ps, docker images, podman ps, podman images, docker container ls : data ; flag -aqls --all --quiet --latest --no-trunc ; data -f --filter -n --last ; word --format
        docker compose, podman compose, docker-compose, podman-compose : sub ; word -f --file --profile --env-file --project-directory --ansi ; data -p --project-name
        docker compose up, docker compose down, docker compose start, docker compose stop, docker compose restart, docker-compose up, docker-compose down, docker-compose start, docker-compose stop, docker-compose restart, podman-compose up, podman-compose down, podman-compose start, podman-compose stop : data* ; flag -dv --detach --wait --no-deps --force-recreate --remove-orphans --no-build --volumes --quiet-pull ; data -t --timeout
        docker compose logs, docker compose ps, docker compose pull, docker-compose logs, docker-compose ps, docker-compose pull, podman-compose logs, podman-compose ps : data* ; flag -ftqa --follow --timestamps --quiet --all --no-color --no-log-prefix ; data -n --tail --since --until
        docker compose exec, docker-compose exec, podman-compose exec, podman compose exec : data command ; flag -dT --detach --no-TTY --privileged ; word -u --user -w --workdir --index ; variable -e --env
        kubectl, oc : sub ; data -n --namespace ; word --context
        kubectl get, kubectl describe, kubectl top, oc get, oc describe, kubectl rollout restart, kubectl rollout status, oc rollout status : data* ; flag -Aw --all-namespaces --watch --show-labels --no-headers ; data -n --namespace -l --selector --field-selector ; word -o --output --context --sort-by
        kubectl logs, oc logs : data* ; flag -fp --follow --previous --timestamps --all-containers ; data -n --namespace -l --selector -c --container --tail --since ; word --context
        kubectl exec, oc exec : data command ; flag -itq --stdin --tty --quiet ; data -n --namespace -c --container ; word --context
        flatpak, snap : sub ; flag -v --user --system --verbose
        flatpak run, snap run : command ; flag --user --system --no-a11y-bus --die-with-parent --file-forwarding ; word --branch --arch
        flatpak info, flatpak search, flatpak list, snap info, snap find, snap list : data* ; flag --user --system --app --runtime ; data --columns
        systemctl : sub ; flag -qla --user --system --global --no-pager --no-block --quiet --full --all --failed --no-legend --plain --no-ask-password ; word -t --type --state -p --property -n --lines -o --output
        systemctl status, systemctl is-active, systemctl is-enabled, systemctl is-failed, systemctl show, systemctl cat, systemctl stop, systemctl list-units, systemctl list-timers, systemctl list-dependencies, systemctl reset-failed : data* ; flag -qla --user --system --no-pager --no-block --quiet --full --all --value ; word -t --type --state -p --property -n --lines -o --output
        systemctl start, systemctl restart, systemctl reload, systemctl try-restart, systemctl reload-or-restart, systemctl enable, systemctl disable, systemctl kill : word* ; flag -q --user --system --now --no-block --quiet
        journalctl : data* ; flag -bkfreqaxm --user --system --boot --dmesg --follow --reverse --pager-end --no-pager --quiet --all --catalog --no-hostname --utc ; data -u --unit --user-unit -t --identifier -n --lines -S --since -U --until -p --priority -g --grep ; word -o --output
        loginctl : sub ; flag --no-pager --no-legend
        loginctl lock-session, loginctl unlock-session, loginctl activate, loginctl session-status, loginctl show-session, loginctl user-status, loginctl show-user : data* ; word -p --property ; flag --value
        busctl : sub ; flag -qj --user --system --no-pager --no-legend --quiet --list --unique --acquired ; word --json --timeout
        busctl call, busctl get-property, busctl set-property, busctl introspect, busctl tree, busctl status : data word* ; flag -qj --user --system --no-pager --no-legend --quiet --list ; word --json --timeout
        dbus-send : word* ; flag --session --system --print-reply ; word --type --reply-timeout ; data --dest
        gdbus call, gdbus introspect, gdbus emit : word* ; flag -eyp --session --system --only-properties ; word -o --object-path -m --method -s --signal --timeout -t ; data -d --dest
        nmcli : sub ; flag -tp --terse --pretty ; word -f --fields -g --get-values -c --colors
        gsettings get, gsettings set, gsettings reset, gsettings list-keys : word*
        apt show, apt search, apt list, apt policy, apt-cache show, apt-cache search, apt-cache policy, apt-cache depends, apt-cache rdepends : data* ; flag -an --names-only --installed --upgradable
        dpkg, dpkg-query : data* ; flag -LslSp --list --search --status --listfiles

        # The network.
        curl : file* ; data --data-raw --form-string -A --user-agent -e --referer -u --user -m --max-time --connect-timeout --retry -r --range --max-redirs ; body -H --header -d --data --data-binary --json ; field --data-urlencode --url-query ; file --url ; flag -fsSLGIivkN46g --fail --fail-with-body --silent --show-error --location --get --head --include --verbose --insecure --no-buffer --compressed --globoff --http1.1 --http2 ; word -X --request -w --write-out -F --form ; folder -o --output ; is stdin
        wget : word* ; flag -qcNS46 --quiet --no-verbose --continue --no-clobber ; folder -O --output-document -P --directory-prefix ; data --header -U --user-agent -t --tries -T --timeout
        aria2c : word* ; flag -qc ; folder -d --dir -o --out
        yt-dlp, youtube-dl : data* ; flag -qvixsgejJF --quiet --extract-audio --no-playlist --no-mtime --no-progress --simulate --get-url --get-title --dump-json --list-formats --no-overwrites --restrict-filenames --no-warnings --embed-thumbnail --embed-metadata --write-subs --write-auto-subs --write-thumbnail --embed-subs --embed-chapters --add-metadata --yes-playlist --ignore-errors --continue --no-part --newline --progress ; word -o --output --audio-format --audio-quality --sub-langs --sub-format --recode-video --remux-video --merge-output-format --cookies --cookies-from-browser --sponsorblock-remove --limit-rate -r -R -N --concurrent-fragments --playlist-items -I ; data -f --format -S --format-sort ; folder -P --paths
        ssh : data word* ; flag -nqvTt46xaCNfk ; word -p -l -i -J -b -c -m -o -L -R -D
        scp : folder folder* ; flag -rpqCv463B ; word -P -i -l -J -c -o
        rsync : folder folder* ; flag -avzrunhqPlptgoDxHic --archive --verbose --compress --recursive --update --dry-run --human-readable --quiet --progress --partial --delete --stats --checksum --ignore-existing ; data --exclude --include --bwlimit --timeout
        nc : data data ; flag -zvnuN46 ; data -w -q -p -s ; is stdin
        ping, host, whois, getent : data* ; flag -46qn ; data -c -w -W -i -t -h -p
        dig : data* ; flag -46 ; data -t -q
        mail, mailx, s-nail : word* ; data -s ; word -c -b -r -a ; flag -n
        mutt, neomutt : data* ; data -s ; word -F -c -b ; folder -a ; flag -n
        sendmail, msmtp : word* ; flag -t -i -oi -v --read-recipients ; word -f --from -F -a --account ; is stdin words
        thunderbird : ; word -compose -P -p ; flag -mail ; is words
        transmission-remote : word ; data -a --add -t --torrent -L --labels ; flag -l --list -s --start -S --stop -i --info -st -si -sp --start-paused --no-start-paused -v --verify -r --remove ; folder -w --download-dir ; word -p -n --auth ; is words
        ntfy publish, ntfy pub, ntfy send : word data* ; data -t --title -p --priority -T --tags -m --message ; flag -q --quiet
        mosquitto_pub : ; data -m --message -t --topic -h --host -p --port -q --qos -i --id -I --id-prefix -u --username -P --pw -k --keepalive ; flag -rncdlsS --retain --null-message --quiet --debug --stdin-line --stdin-file --nodelay --tls-use-os-certs ; word -L --url -V --protocol-version --cafile --capath --cert --key ; is stdin
        signal-cli : sub ; word -u --username -a --account --config -o --output ; flag --verbose
        signal-cli send : data* ; data -m --message -g --group-id ; folder -a --attachment ; flag --note-to-self --message-from-stdin ; is stdin
        hass-cli service call : word ; data --arguments
        sonos : data word* ; flag -l --use-local-speaker-list
        catt : sub ; data -d --device
        croc send, wormhole send : folder* ; data --text --code
        ollama run : word data* ; word --format --keepalive --think ; flag --verbose --nowordwrap --hidethinking ; is stdin
        buku : data* ; data -a --add --title -c --comment --tag -s --sany -S --sall -t --stag -n --count ; flag --nostdin --np --nc --tacit -j --json
        dict : data* ; data -d --database -h --host -p --port -s --strategy -i --info ; flag -mCfrv46DSHI --match --nocorrect --formatted --verbose
        wakeonlan : data* ; data -i -p
        rdesktop : data ; data -u -d -p -n -T ; word -g -a -k -x -V ; flag -ifbtBeEmMCDKNzP045v
        kdeconnect-cli : ; data -d --device -n --name --ping-msg --share-text --send-sms --destination ; file --share ; flag --ping --ring -la --list-devices --list-available --refresh
        qrencode : data* ; folder -o --output ; data -s --size -l --level -m --margin --foreground --background ; word -t --type ; flag -8i ; is stdin
        """
}
