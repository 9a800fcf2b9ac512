#compdef booking-risk
# zsh completion for booking-risk. Without anything to offer, it completes the names of files.
_booking_risk() {
  local -a offered
  offered=("${(@f)$("${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  offered=("${(@)${(@)offered//:/\\:}/$'\t'/:}")
  if [[ -n "$offered" ]]; then
    _describe booking-risk offered
  else
    _files
  fi
}
# In a folder of $fpath the file is the function; sourced, it defines it.
if [[ "$funcstack[1]" == _booking-risk ]]; then
  _booking_risk "$@"
else
  compdef _booking_risk booking-risk
fi
