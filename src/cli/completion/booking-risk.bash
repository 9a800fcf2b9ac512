# bash completion for booking-risk. Without anything to offer, bash completes the names of files.
_booking_risk() {
  local IFS=$'\n'
  COMPREPLY=($("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _booking_risk booking-risk
