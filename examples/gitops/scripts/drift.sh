#!/usr/bin/env bash
# Compares the doors with main. Exit code 0: as declared; 7: something differs; any other: the check was not possible.
source "$(dirname "$0")/pipeline.sh"
export SMARTLOCK_READ_ONLY=true SMARTLOCK_DIFF=live

mkdir -p plan
code=0
pulumi_keeping plan/drift.txt preview --expect-no-changes || code=$?
case $code in
  0) words="No drift: the doors are as declared." ;;
  7) words="Drift: the doors are not as declared. The lines above say what differs." ;;
  *) words="The doors could not be compared with the declaration; this says nothing about them." ;;
esac
echo "$words" | tee -a plan/drift.txt
summarise "$words" plan/drift.txt
exit "$code"
