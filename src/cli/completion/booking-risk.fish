# fish completion for booking-risk. Without anything to offer, it completes the names of files.
function __booking_risk_complete
    set -l words (commandline -opc) (commandline -ct | string collect --allow-empty)
    set -l offered ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if set -q offered[1]
        printf '%s\n' $offered
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c booking-risk -f -a '(__booking_risk_complete)'
