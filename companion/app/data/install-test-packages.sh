#!/bin/sh
# Installs the Debian packages that all tests together use: a browser, a sound server, a database server, a keychain, a
# tracer and make.
# Exit code 1 when they are missing and this user may not install them.
set -u
missing=""
for package in make chromium-headless-shell pulseaudio pulseaudio-utils libasound2-plugins postgresql strace gnome-keyring dbus; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then run=""; elif sudo -n true 2>/dev/null; then run="sudo -n"; else
    echo "Please run: sudo apt-get install$missing" >&2
    exit 1
fi
echo "Installing:$missing"
# shellcheck disable=SC2086  # both lists are meant to split into words
$run apt-get update -qq && $run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
