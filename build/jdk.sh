# Finds the JDK of this machine. For the scripts of this project, which have a function `fail`.
# shellcheck shell=bash

readonly java_version=25

# require_jdk: prints the home of a JDK that Baton can be built and run with, or fails with advice.
require_jdk() {
    if [[ -z ${BATON_JAVA_HOME:-} ]]; then
        find_jdk || no_jdk
    elif is_jdk "$BATON_JAVA_HOME"; then
        printf '%s' "$BATON_JAVA_HOME"
    else
        fail "BATON_JAVA_HOME is $BATON_JAVA_HOME, which is no JDK $java_version."
    fi
}

find_jdk() {
    local home
    for home in "${JAVA_HOME:-}" /usr/lib/jvm/*"$java_version"* "$HOME"/.sdkman/candidates/java/"$java_version"* \
        "$HOME"/.jdks/*"$java_version"* /opt/*jdk*"$java_version"* /opt/java/* \
        /Library/Java/JavaVirtualMachines/*"$java_version"*/Contents/Home; do
        if is_jdk "$home"; then
            printf '%s' "$home"
            return
        fi
    done
    if home=$(command -v java) && home=$(readlink -f "$home") && is_jdk "${home%/bin/java}"; then
        printf '%s' "${home%/bin/java}"
        return
    fi
    if [[ -x /usr/libexec/java_home ]] && home=$(/usr/libexec/java_home -v "$java_version" 2>/dev/null) && is_jdk "$home"; then
        printf '%s' "$home"
        return
    fi
    return 1
}

# Reads the version from a file of the JDK: asking the JVM itself would double the time to start.
is_jdk() {
    [[ -n $1 && -x $1/bin/javac && -r $1/release ]] && grep -q "^JAVA_VERSION=\"$java_version[.\"]" "$1/release"
}

no_jdk() {
    fail "Baton needs a JDK $java_version, and there is none in JAVA_HOME, the usual places or on the PATH.
  Debian 13 and newer:  apt install openjdk-$java_version-jdk-headless
  Elsewhere:            Eclipse Temurin $java_version, https://adoptium.net/temurin/releases/?version=$java_version
                        or: sdk install java $java_version-tem
Then set JAVA_HOME or BATON_JAVA_HOME to its directory."
}
