// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** chargeback: the payment was charged back. fraud: found to be fraudulent in another way. legitimate: a genuine guest, also when the booking was refused. */
public enum OutcomeKind {
    CHARGEBACK("chargeback"),
    FRAUD("fraud"),
    LEGITIMATE("legitimate"),
    ;

    private final String value;

    OutcomeKind(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static OutcomeKind of(String value) {
        for (OutcomeKind one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
