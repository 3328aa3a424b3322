#!/bin/sh
# Starts a browser that yields the processor to other processes. Linux shares it among sessions first (sched(7), autogroup), and a browser
# has a session of its own: the niceness that it inherits counts only within it.
echo "$YIELD" > "/proc/$$/autogroup" 2> /dev/null
exec "$BROWSER_TO_YIELD" "$@"
