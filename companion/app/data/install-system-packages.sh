#!/bin/sh
# Installs the Debian packages that are missing, if this user may; says plainly what to install otherwise.
# Exit code 1 only when Python is not usable: without PortAudio everything but a live microphone and loudspeaker works.
# usage: install-system-packages.sh PYTHON [PROGRAM...]    a PROGRAM that is missing comes from the package of its name
set -u
PATH="$PATH:/usr/sbin:/sbin" # ldconfig lives there
python=$1
shift

usable() {
    "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

without() { # without SENTENCE: go on or stop, whichever is possible
    echo "$1" >&2
    usable || {
        echo "$python must be Python 3.11 or newer with venv; another one can be named: make PYTHON=python3.12" >&2
        exit 1
    }
    exit 0
}

missing=""
usable || missing="$missing python3 python3-venv"
ldconfig -p 2>/dev/null | grep -q 'libportaudio\.so\.2' || missing="$missing libportaudio2"
for program; do
    command -v "$program" >/dev/null || missing="$missing $program"
done
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null || without "Not a Debian system: please install the equivalents of:$missing"
if [ "$(id -u)" = 0 ]; then run=""; elif sudo -n true 2>/dev/null; then run="sudo -n"; else
    without "Please run: sudo apt-get install$missing"
fi
echo "Installing:$missing"
# shellcheck disable=SC2086  # both lists are meant to split into words
$run apt-get update -qq </dev/null &&
    $run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null >/dev/null ||
    without "These could not be installed:$missing"
usable || without "Debian's own Python is not enough."
