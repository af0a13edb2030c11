"""The player who thinks ahead: worlds imagined, whole turns played out, the best answer kept."""
