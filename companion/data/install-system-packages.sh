#!/bin/sh
# Installs the Debian packages that are missing, if this user may; says plainly what to install otherwise.
# usage: install-system-packages.sh PYTHON
set -eu
missing=""
"$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || missing="$missing python3"
"$1" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
ldconfig -p 2>/dev/null | grep -q 'libportaudio\.so\.2' || missing="$missing libportaudio2"
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null || {
    echo "Not a Debian system: please install the equivalents of:$missing" >&2
    case "$missing" in *python3*) exit 1 ;; *) exit 0 ;; esac
}
if [ "$(id -u)" = 0 ]; then run=""; elif sudo -n true 2>/dev/null; then run="sudo -n"; else
    echo "Please run: sudo apt-get install$missing" >&2
    case "$missing" in *python3*) exit 1 ;; *) exit 0 ;; esac
fi
echo "Installing:$missing"
$run apt-get update -qq
# shellcheck disable=SC2086  # the list is meant to split into words
DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $missing >/dev/null
