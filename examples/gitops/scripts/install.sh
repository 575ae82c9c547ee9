#!/usr/bin/env bash
# Gets the packages of the lock file and the Pulumi CLI of pipeline.env. Needs no secret, so it gets none.
source "$(dirname "$0")/pipeline.sh"

if [ "$(pulumi version 2>/dev/null || true)" = "v$PULUMI_CLI_VERSION" ]; then
  echo "Pulumi $PULUMI_CLI_VERSION is installed."
else
  folder="$HOME/.cache/pulumi-cli/$PULUMI_CLI_VERSION"
  mkdir -p "$folder"
  curl --fail --silent --show-error --location --retry 3 \
    "https://get.pulumi.com/releases/sdk/pulumi-v$PULUMI_CLI_VERSION-linux-x64.tar.gz" |
    tar -xz -C "$folder" --strip-components=1
  echo "$folder" >>"${GITHUB_PATH:-/dev/null}"
  echo "Pulumi $PULUMI_CLI_VERSION is in $folder: put that folder first on PATH."
fi

npm ci --ignore-scripts
