# Shared by the steps, which source it.
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
# so a plan made on the pull request is found again after that merge, and after no other.
tree_of_commit() {
  if [ -n "$(git status --porcelain)" ]; then
    refuse "there are uncommitted changes. A plan belongs to a commit: commit them, or put them aside."
  fi
  git rev-parse 'HEAD^{tree}'
}

# Runs Pulumi on the stack and keeps its output, including errors, in a file. The output holds names that other people
# chose: GitHub must not take a line of it for a command. `limit`, if set, is the time after which Pulumi is interrupted.
# It may then finish what it has sent. A lock has two minutes to confirm that, so Pulumi is killed only much later.
pulumi_keeping() {
  local file=$1 command=$2 code=0 word
  shift 2
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::stop-commands::$word"; fi
  ${limit:+timeout --signal=INT --kill-after=300 "$limit"} pulumi "$command" --stack "$STACK" --diff --non-interactive --color never --suppress-progress --suppress-outputs "$@" \
    2>&1 | tee "$file" || code=$?
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::$word::"; fi
  return "$code"
}

# Counts what plan/plan.json deletes from the current state, adds the result to a file, and fails if it is too much.
check_deletes() {
  pulumi stack export --stack "$STACK" | node scripts/check-deletes.mjs plan/plan.json 2>&1 | tee -a "$1"
}

# Shows a file on the summary page of the run, if there is one. The page has room for one megabyte. The closing fence of
# the code block is longer than any in the file, so that no name can close the block.
summarise() {
  local title=$1 file=$2 most=900000 longest fence text
  if [ -z "${GITHUB_STEP_SUMMARY:-}" ]; then
    return
  fi
  text=$(head -c "$most" "$file" | tr -d '\000')
  if [ "$(wc -c <"$file")" -gt "$most" ]; then
    text+=$'\n'"The rest is in the log of the run."
  fi
  longest=$(LC_ALL=C grep -ao '~*' <<<"$text" | awk '{ if (length($0) > n) n = length($0) } END { print n + 0 }')
  fence=$(printf '~%.0s' $(seq 1 $((longest + 4))))
  printf '## %s\n\n%stext\n%s\n%s\n' "$title" "$fence" "$text" "$fence" >>"$GITHUB_STEP_SUMMARY"
}
