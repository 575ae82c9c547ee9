#!/usr/bin/env bash
# Installs the packages of the lock file and the Pulumi CLI of pipeline.env. It needs no secret, so it gets none.
source "$(dirname "$0")/pipeline.sh"

releases=https://get.pulumi.com/releases/sdk
archive=pulumi-v$PULUMI_CLI_VERSION-linux-x64.tar.gz
# The maker writes the version without the "v" here.
checksums=pulumi-$PULUMI_CLI_VERSION-checksums.txt

fetch() {
  curl --fail --silent --show-error --location --proto =https --retry 3 --max-time 600 \
    --output "$aside/$1" "$releases/$1" || refuse "$releases/$1 could not be downloaded. Run the step again."
}

# Checks the archive against an expected checksum.
must_be() {
  local expected=$1 who=$2 actual
  actual=$(sha256sum <"$aside/$archive" | cut -d ' ' -f 1)
  if [ "$actual" != "${expected,,}" ]; then
    refuse "$archive is not what it should be: its SHA-256 is $actual, but $who says $expected. None of it was run." \
      "Run the step again; if it fails the same way, do not use this download, and ask the maker of the CLI."
  fi
}

if [ "$(pulumi version 2>/dev/null || true)" = "v$PULUMI_CLI_VERSION" ]; then
  echo "Pulumi $PULUMI_CLI_VERSION is installed."
else
  aside=$(mktemp -d)
  trap 'rm -rf "$aside"' EXIT
  fetch "$checksums"
  published=$(awk -v name="$archive" '$2 == name { print $1 }' "$aside/$checksums")
  if [ -z "$published" ]; then
    refuse "$releases/$checksums has no checksum for $archive. Is PULUMI_CLI_VERSION in pipeline.env right?"
  fi
  fetch "$archive"
  must_be "$published" "$releases/$checksums"
  if [ -n "${PULUMI_CLI_SHA256:-}" ]; then
    must_be "$PULUMI_CLI_SHA256" "PULUMI_CLI_SHA256 in pipeline.env"
  fi

  folder="$HOME/.cache/pulumi-cli/$PULUMI_CLI_VERSION"
  mkdir -p "$folder"
  tar -xz -C "$folder" --strip-components=1 <"$aside/$archive"
  echo "$folder" >>"${GITHUB_PATH:-/dev/null}"
  echo "Pulumi $PULUMI_CLI_VERSION is in $folder: put that folder first on PATH."
fi

npm ci --ignore-scripts
