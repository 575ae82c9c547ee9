#!/usr/bin/env bash
# Applies plan/plan.json if it is the plan for this commit and main is still at this commit.
source "$(dirname "$0")/pipeline.sh"
# The preview may have compared with the saved state only; an apply always compares with the doors.
export SMARTLOCK_DIFF=live

tree=$(tree_of_commit)
# Starting the run of an older commit again would undo what was merged since.
tip=$(git ls-remote --exit-code origin refs/heads/main | cut -f 1)
if [ "$(git rev-parse HEAD)" != "$tip" ]; then
  refuse "main has moved to $tip. Its own run applies that commit; this older one must not undo it."
fi
if [ ! -f plan/plan.json ] || [ "$(cat plan/tree)" != "$tree" ]; then
  refuse "plan/ does not hold the plan of this commit (tree $tree). Run the preview on main, read it, and apply again."
fi

# Deletes were counted when the plan was made, but the state may have changed since, or this plan was never counted.
rm -f plan/apply.txt
code=0
check_deletes plan/apply.txt || code=$?
if [ "$code" -eq 0 ]; then
  # Runs its own preview first, without --skip-preview: Pulumi checks a plan resource by resource, so a plan that no
  # longer fits must be found before the first write. Continues after an error: Pulumi deletes last, and one grant that
  # fails must not keep a door open for people who should lose access. Some errors leave Pulumi waiting for ever then.
  limit="${APPLY_MINUTES}m" pulumi_keeping plan/apply.txt up --plan plan/plan.json --yes --continue-on-error || code=$?
fi
if [ "$code" -ne 0 ]; then
  {
    # 124: it ended when it was interrupted. 137: it had to be killed.
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then
      interrupted=true
      echo "The apply was interrupted, because it had not ended after $APPLY_MINUTES minutes (APPLY_MINUTES in pipeline.env)."
    fi
    if grep -q '^Updating (' plan/apply.txt; then
      echo "The apply could not do everything: the lines above say what was done and what was not."
    elif [ -n "${interrupted:-}" ]; then
      echo "Nothing was changed."
    else
      echo "Nothing was changed: the doors, or the stack, are no longer what the plan was made for."
    fi
    echo "Run the preview on main, read the new plan, and apply again."
  } | tee -a plan/apply.txt
fi
summarise "Apply to $STACK" plan/apply.txt
exit "$code"
