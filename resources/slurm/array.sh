#!/bin/sh
#SBATCH --job-name=mantissa-sweep
#SBATCH --ntasks=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@60
# A task of `mantissa-worker sweep --on slurm`, as sbatch gets it. A site copies this file, adds what its nodes need
# (modules, a partition, memory) and names the copy with --template; single options go through --sbatch.
#
# A task that Slurm preempts (SIGTERM, a grace period) keeps a checkpoint, and goes on from it when Slurm has queued it
# again. At the end of its time (SIGUSR1, 60 seconds before) it does the same and has itself queued again.
worker=$1 folder=$2 task=$(($3 + SLURM_ARRAY_TASK_ID))

"$worker" sweep --cell "$task" --folder "$folder" < /dev/null &
training=$!
again=no
trap 'kill -TERM $training' TERM
trap 'again=yes; kill -TERM $training' USR1
wait $training
code=$?
while kill -0 $training 2> /dev/null; do  # a signal ends the wait, not the training
    wait $training
    code=$?
done
# 3: stopped, with a checkpoint
if [ $code = 3 ] && [ $again = yes ]; then scontrol requeue "$SLURM_JOB_ID"; fi
exit $code
