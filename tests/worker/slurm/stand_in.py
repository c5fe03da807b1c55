# SPDX-License-Identifier: Apache-2.0
"""Stands in for sbatch, squeue and scontrol, its first argument: arrays on this machine, two tasks at a time.

$SLURM_STAND_IN is its folder: queue/JOB_INDEX of each task that waits or runs, submitted (a task a line), again (tasks that ran
more than once). What is to happen to a task is written there by the test, once a file: preempt-INDEX (SIGTERM as soon as it
trains, and Slurm queues it again), time-INDEX (SIGUSR1, as at the end of its time) and kill-INDEX (SIGKILL, and it is gone).
"""
import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import time

HOME = pathlib.Path(os.environ["SLURM_STAND_IN"])
QUEUE = HOME / "queue"
AT_ONCE = 2


def indices_of(text):
    for part in text.split("%")[0].split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def sbatch(arguments):
    options = {}
    while arguments and arguments[0].startswith("--"):
        name, _, value = arguments.pop(0).partition("=")
        options[name] = value
    HOME.mkdir(exist_ok=True)
    QUEUE.mkdir(exist_ok=True)
    with open(HOME / "jobs", "a+", encoding="utf-8") as jobs:
        fcntl.flock(jobs, fcntl.LOCK_EX)
        jobs.seek(0)
        job = 100 + len(jobs.readlines())
        jobs.write(f"{job}\n")
    indices = list(indices_of(options["--array"]))
    with open(HOME / "submitted", "a", encoding="utf-8") as submitted:
        submitted.writelines(f"{job} {index} {' '.join(options)}\n" for index in indices)
    for index in indices:
        (QUEUE / f"{job}_{index}").touch()
    if os.fork() == 0:
        os.setsid()
        for stream in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        run(job, indices, options, arguments)
        os._exit(0)
    print(job)


def run(job, indices, options, script):
    waiting, running = list(indices), {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            index = waiting.pop(0)
            output = options["--output"].replace("%A", str(job)).replace("%a", str(index))
            running[index] = Task(job, index, script, output)
        for index, task in list(running.items()):
            code = task.poll()
            if code is None:
                continue
            del running[index]
            requeue = QUEUE / f"{job}_{index}.requeue"
            if task.preempted or requeue.exists():
                requeue.unlink(missing_ok=True)
                with open(HOME / "again", "a", encoding="utf-8") as again:
                    again.write(f"{job} {index}\n")
                waiting.append(index)
            else:
                (QUEUE / f"{job}_{index}").unlink()
        time.sleep(0.01)


class Task:
    def __init__(self, job, index, script, output):
        environment = dict(os.environ, SLURM_ARRAY_TASK_ID=str(index), SLURM_ARRAY_JOB_ID=str(job), SLURM_JOB_ID=f"{job}_{index}")
        self.index, self.preempted = index, False
        self.cell = pathlib.Path(script[2]) / "cells" / f"{int(script[3]) + index:05}"
        with open(output, "ab") as log:
            self.process = subprocess.Popen(["/bin/sh", *script], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)

    def trains(self):
        """Its library is more than an empty one."""
        log = self.cell / "running.mantissa-wal"
        return log.exists() and log.stat().st_size > 200000

    def poll(self):
        for what, number in (("preempt", signal.SIGTERM), ("time", signal.SIGUSR1), ("kill", signal.SIGKILL)):
            order = HOME / f"{what}-{self.index}"
            if order.exists() and self.trains():
                order.unlink()
                self.preempted = self.preempted or what == "preempt"
                if what == "kill":
                    os.killpg(self.process.pid, number)
                else:
                    os.kill(self.process.pid, number)
        return self.process.poll()


def squeue():
    for entry in sorted(QUEUE.glob("*")) if QUEUE.exists() else []:
        if not entry.name.endswith(".requeue"):
            print(entry.name)


def scontrol(arguments):
    if arguments[0] == "requeue":
        (QUEUE / f"{arguments[1]}.requeue").touch()
    else:
        print("MaxArraySize            = " + os.environ.get("SLURM_MOST_INDICES", "1001"))


if __name__ == "__main__":
    program, rest = sys.argv[1], sys.argv[2:]
    if program == "sbatch":
        sbatch(rest)
    elif program == "squeue":
        squeue()
    else:
        scontrol(rest)
