"""An evening of a whole club, with accidents: `make load ARGS="--club"`."""
