#!/bin/sh
# Kills the boxes of a runner that cannot do it any more: it is dead, or was stopped, and the time of a box is over.
#
#   guardian.sh DIRECTORY PID START [UPTIME]    of its files; of the runner: its process id, and field 22 of its /proc/PID/stat;
#                                               a file like /proc/uptime
#
# DIRECTORY has a file NAME.box for each open box:
#
#   deadline 123456     in hundredths of a second since the machine was started, or - if it has none
#   orphan 3000         how long, in hundredths of a second, it may go on without the runner
#   marker VALUE        the variable BATON_BOX of its processes
#   session PID START   a session of the box, and the start of its leader, or - if that has ended
#   process PID START   another process of the box
#
# A box whose time was over once has a file NAME.over, and is never alive again. The runner removes both when it closes the
# box; if the runner is gone, we do. Written for dash and any other POSIX shell; starts nothing but sleep, as long as all is well.
set -u
LC_ALL=C
export LC_ALL
directory=$1 runner=$2 runner_start=$3 uptime_file=${4:-/proc/uptime}

# look PID: sets session and start of a process, and ended if only its parent has to take note; fails if there is none.
look() {
    { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # The name of a process can be anything; what follows its last bracket are numbers.
    set -f
    set -- ${line##*)}
    set +f
    [ $# -ge 20 ] || return 1
    session=$4 start=${20} ended=''
    # One whose first thread has ended lives on in the others.
    [ "$1" != Z ] || [ "${18}" -gt 1 ] || ended=yes
}

runner_is_alive() {
    look "$runner" && [ "$start" = "$runner_start" ] && [ -z "$ended" ]
}

# tell_time: sets now, in hundredths of a second since the machine was started. It stays as it was if nothing can be read.
now=0 behind=0
tell_time() {
    { read -r uptime _ <"$uptime_file"; } 2>/dev/null || return 0
    uptime=${uptime%.*}${uptime#*.}
    # Not a number in base 8.
    while [ "${uptime#0}" != "$uptime" ] && [ "$uptime" != 0 ]; do uptime=${uptime#0}; done
    case $uptime in
        *[!0-9]* | '') ;;
        *) now=$((uptime + behind)) ;;
    esac
}

# In a container with lxcfs, /proc/uptime says how old the container is. Deadlines and the starts of processes count from the start of
# the machine, so a process that was just started knows how much that is behind. Less than a second is what it took to ask.
compare_clocks() {
    tell_time
    started=$(look self && echo "$start")
    case $started in
        *[!0-9]* | '') ;;
        *) [ $((started - now)) -lt 100 ] || behind=$((started - now)) ;;
    esac
}

# time_is_over FILE: whether the deadline of a box has passed.
time_is_over() {
    { read -r _ deadline _ <"$1"; } 2>/dev/null || return 1
    case $deadline in
        *[!0-9]* | '') return 1 ;;
    esac
    [ "$now" -ge "$deadline" ]
}

# may_go_on FILE: whether a box has time left that it was given for the death of the runner.
may_go_on() {
    { read -r _ && read -r _ grace _; } 2>/dev/null <"$1" || return 1
    case $grace in
        *[!0-9]* | '') return 1 ;;
    esac
    [ "$now" -lt $((died + grace)) ]
}

# read_box FILE: sets marker, sessions and processes.
read_box() {
    marker='' sessions=' ' processes=''
    while read -r key value extra; do
        case $key in
            marker) marker=$value ;;
            session)
                # A leader that was started at another time leads another session with the same number.
                if ! look "$value" || [ "$start" = "$extra" ]; then
                    sessions="$sessions$value "
                fi
                ;;
            process)
                if look "$value" && [ "$start" = "$extra" ] && [ -z "$ended" ]; then
                    processes="$processes $value"
                fi
                ;;
        esac
    done 2>/dev/null <"$1"
}

# find_named GREP_OPTION...: adds to found the processes with such a line in their environment.
find_named() {
    for path in $(grep -lsz "$@" /proc/[0-9]*/environ 2>/dev/null); do
        path=${path#/proc/}
        found="$found ${path%/environ}"
    done
}

# Sets found to the processes of the box that was read.
find_processes() {
    found=$processes
    [ -z "$marker" ] || find_named -xF -e "BATON_BOX=$marker"
    if [ "$sessions" != ' ' ]; then
        for path in /proc/[0-9]*; do
            look "${path#/proc/}" && [ -z "$ended" ] || continue
            case $sessions in
                *" $session "*) found="$found ${path#/proc/}" ;;
            esac
        done
    fi
}

# Sets found to the processes that name any box of the runner, open or closed.
find_of_all() {
    found=''
    find_named -e "^BATON_BOX=${directory##*/}-"
}

# Kills what was found; fails if there was nothing.
kill_found() {
    [ -n "$found" ] || return 1
    # Stopped, none of them can start another while we kill.
    kill -STOP $found 2>/dev/null
    kill -KILL $found 2>/dev/null
    return 0
}

cd /
compare_clocks
clean=0 died=''
while [ -d "$directory" ]; do
    pause=1 busy=''
    alive=yes
    runner_is_alive || alive=''
    tell_time
    [ -n "$alive" ] || died=${died:-$now}
    for box in "$directory"/*.box; do
        [ -f "$box" ] || continue
        pause=0.2
        over=${box%.box}.over
        if [ ! -e "$over" ] && ! time_is_over "$box"; then
            [ -z "$alive" ] || continue
            if may_go_on "$box"; then
                read_box "$box"
                find_processes
                [ -z "$found" ] || busy=yes
                continue
            fi
        fi
        # Not `:`, with which a shell ends when the file cannot be written.
        { echo over >"$over"; } 2>/dev/null
        read_box "$box"
        find_processes
        if kill_found; then
            busy=yes
            pause=0.05
        fi
    done
    if [ -z "$alive" ]; then
        if [ -z "$busy" ]; then
            # What a box left behind that was closed before: it names that box still.
            find_of_all
            ! kill_found || busy=yes
        fi
        # Twice, as one that was just being started has no name yet.
        if [ -n "$busy" ]; then clean=0; else clean=$((clean + 1)); fi
        if [ "$clean" -ge 2 ]; then
            rm -rf -- "$directory"
            exit 0
        fi
        [ -n "$busy" ] || pause=0.05
    fi
    sleep "$pause"
done

# Somebody removed the directory: its boxes are not known any more, but their processes name it.
while runner_is_alive; do
    sleep 1
done
clean=0
while [ "$clean" -lt 2 ]; do
    find_of_all
    if kill_found; then clean=0; else clean=$((clean + 1)); fi
    sleep 0.05
done
