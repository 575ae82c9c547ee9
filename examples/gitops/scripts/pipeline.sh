# Sourced by the steps: what they share.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
set -a
source pipeline.env
set +a
export PULUMI_SKIP_UPDATE_CHECK=true

refuse() {
  echo "Refused: $*" >&2
  exit 1
}

# The content of the commit. A merge, a squash and a rebase of the same change on the same main all give the same tree,
# so a plan made on the pull request is found again after the merge, and after no other.
tree_of_commit() {
  if [ -n "$(git status --porcelain)" ]; then
    refuse "there are changes that no commit has. A plan belongs to a commit: commit them, or put them aside."
  fi
  git rev-parse 'HEAD^{tree}'
}

# Runs Pulumi on the stack and keeps what it says, errors too, in a file.
pulumi_keeping() {
  local file=$1 command=$2
  shift 2
  pulumi "$command" --stack "$STACK" --diff --non-interactive --color never --suppress-progress --suppress-outputs "$@" \
    2>&1 | tee "$file"
}

# Shows a file on the page of the run, where there is one.
summarise() {
  local title=$1 file=$2
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    printf '## %s\n\n~~~~text\n%s\n~~~~\n' "$title" "$(cat "$file")" >>"$GITHUB_STEP_SUMMARY"
  fi
}
