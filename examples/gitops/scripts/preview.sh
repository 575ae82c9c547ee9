#!/usr/bin/env bash
# Makes the plan for this commit in plan/: plan.json, the tree it belongs to, and the output of the preview.
source "$(dirname "$0")/pipeline.sh"
export SMARTLOCK_READ_ONLY=true

rm -rf plan
mkdir plan
tree=$(tree_of_commit)

code=0
pulumi_keeping plan/preview.txt preview --save-plan plan/plan.json || code=$?
if [ "$code" -eq 0 ]; then
  check_deletes plan/preview.txt || code=$?
fi
summarise "Preview of $STACK" plan/preview.txt
if [ "$code" -ne 0 ]; then
  rm -f plan/plan.json
  exit "$code"
fi

echo "$tree" >plan/tree
echo "artifact=plan-$tree" >>"${GITHUB_OUTPUT:-/dev/null}"
echo "The plan for tree $tree is in plan/."
