#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slurm on this machine alone: `one_machine.py start FOLDER` prints the slurm.conf to put into SLURM_CONF, `one_machine.py stop
FOLDER` ends it, `one_machine.py lose FOLDER NODE` ends a node and all that runs there, as its power would.

Needs root and Debian's slurmctld, slurmd, slurm-client and munge; exits 77 and says what is missing where it cannot be. Two nodes
of one processor, each a slurmd of its own (which Debian's are built for); partition `low` may be preempted by `high`: SIGTERM, 20
seconds of grace, and the job is queued again.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

NODES = ("node1", "node2")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo")
CONF = """ClusterName=mantissa
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmctldPort={ports[0]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmdTimeout=10
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
KillWait=5
MinJobAge=60
ReturnToService=2
MpiDefault=none
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=low Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=20
PartitionName=high Nodes=node1,node2 MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=off
"""


def skip(why):
    print(f"SKIPPED: no Slurm here: {why}")
    sys.exit(77)


def free_ports(count):
    """Ports that nobody listens on, so that two tests may run side by side."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def start(folder):
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    missing = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if missing:
        skip(f"{', '.join(missing)} not found (Debian: slurmctld, slurmd, slurm-client, munge)")
    if os.geteuid() != 0:
        skip("its programs have to be started as root")
    (folder / "state").mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    conf = folder / "slurm.conf"
    conf.write_text(CONF.format(host=socket.gethostname().split(".")[0], folder=folder, ports=free_ports(3)), encoding="utf-8")
    environment = dict(os.environ, PATH=path, SLURM_CONF=str(conf))
    socket_flags = ["--socket", f"{folder}/munge.socket", "--key-file", str(key), "--pid-file", f"{folder}/munged.pid", "--log-file",
                    f"{folder}/munged.log", "--seed-file", f"{folder}/munged.seed", "--force"]
    for command in (["munged", *socket_flags], ["slurmctld", "-c"], *(["slurmd", "-c", "-N", node] for node in NODES)):
        code = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if code.returncode != 0:
            stop(folder)
            skip(f"{' '.join(command[:4])}: {code.stderr.strip()}")
        time.sleep(1)
    for _ in range(30):
        answer = subprocess.run(["sinfo", "--noheader", "--Node", "--partition=low", "--format=%t"], env=environment, capture_output=True, text=True, check=False)
        if answer.stdout.split() == ["idle"] * len(NODES):
            print(conf)
            return
        time.sleep(1)
    stop(folder)
    skip("its nodes do not come up: " + answer.stdout + answer.stderr)


def lose(folder, node):
    """Of a lost machine nothing is left, not even who could say so: its slurmd, who watches its jobs, and these."""
    mine = [int((folder / f"{node}.pid").read_text())]
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        here = f"SLURM_CONF={folder / 'slurm.conf'}".encode() in environment
        if here and f"SLURMD_NODENAME={node}".encode() in environment:
            mine.append(int(process.name))
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if (pathlib.Path("/proc") / str(parent) / "cmdline").read_bytes().startswith(b"slurmstepd"):
                mine.insert(1, parent)
    for number in mine:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass


def stop(folder):
    for name in (*NODES, "slurmctld", "munged"):
        try:
            os.kill(int((folder / f"{name}.pid").read_text()), signal.SIGTERM)
        except (OSError, ValueError):
            pass


if __name__ == "__main__":
    what, where = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if what == "start":
        start(where)
    elif what == "lose":
        lose(where, sys.argv[3])
    else:
        stop(where)
