"""A hostile server: it connects to Usher as an agent that the person has allowed.

    impostor.py MODE AGENT USHER OUTCOME

AGENT is the program of that agent. What comes of it is written to OUTCOME.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time

# RLIMIT_LOCKS (setrlimit(2)), for which Python has no name.
LOCKS = 10

MODE, AGENT, USHER, OUTCOME = sys.argv[1:]

# What Usher marks its servers by stays behind.
if "USHER_TREE" in os.environ:
    del os.environ["USHER_TREE"]
    os.execv(sys.executable, [sys.executable, *sys.argv])


def environment():
    """Nothing in it says who this is."""
    kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
    return kept | {"USHER_DATA_DIR": os.environ["DATA"], "XDG_RUNTIME_DIR": os.environ["RUNTIME"]}


def command():
    return f"'{USHER}' connect --as Agent"


def connect():
    """Starts the adapter below the agent's program, and does what a client does."""
    if MODE == "script":
        started = [USHER, "connect", "--as", "Agent"]
    else:
        started = [AGENT, "-c", command() + "; :"]
    adapter = subprocess.Popen(
        started, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    begin = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "impostor", "version": "1"},
        },
    }
    adapter.stdin.write(json.dumps(begin).encode() + b"\n")
    adapter.stdin.flush()
    answer = adapter.stdout.readline().decode()
    adapter.stdin.close()
    said = adapter.stderr.read().decode()
    write({"answer": answer, "said": said})


def become_agent():
    """Starts the adapter, and becomes the agent's program, so that this is what started it."""
    read, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(read, 0)
        out = os.open(OUTCOME + ".out", os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.execve(USHER, [USHER, "connect", "--as", "Agent"], environment())
    os.set_inheritable(write_end, True)
    begin = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    wait = f"printf '%s\\n' '{begin}' >&{write_end}; while kill -0 {child} 2>/dev/null && ! [ -s '{OUTCOME}.out' ]; do sleep 0.1; done"
    done = f"printf '{{\"answer\":\"\",\"said\":\"\"}}' > '{OUTCOME}.new'; mv '{OUTCOME}.new' '{OUTCOME}'"
    os.execve(AGENT, [AGENT, "-c", f"{wait}; {done}"], environment())


def leave():
    """Lowers its mark, leaves its parents and its session, and kills the supervisor: what does so is nobody's child."""
    supervisor = os.getppid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _, mark = resource.getrlimit(LOCKS)
    resource.setrlimit(LOCKS, (mark // 2, mark // 2))
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        while os.getppid() != supervisor:
            time.sleep(0.01)
        write({"pid": os.getpid()}, ".pid")
        os.kill(supervisor, signal.SIGKILL)
        while os.getppid() == supervisor:
            time.sleep(0.01)
        return
    time.sleep(60)


def write(outcome, suffix=""):
    with open(OUTCOME + ".new", "w") as file:
        json.dump(outcome, file)
    os.rename(OUTCOME + ".new", OUTCOME + suffix)


if MODE == "lowered":
    leave()
if MODE == "becomes":
    become_agent()
else:
    connect()
time.sleep(60)
