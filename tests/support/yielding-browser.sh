#!/bin/sh
# Starts a browser that yields the processor to other processes. Linux first shares it among sessions
# (sched(7), autogroup), and a browser has its own session: the niceness that it inherits applies only within
# it.
echo "$YIELD" > "/proc/$$/autogroup" 2> /dev/null
exec "$BROWSER_TO_YIELD" "$@"
