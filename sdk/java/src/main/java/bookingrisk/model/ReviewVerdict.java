// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a person says of the booking: fraud, or a good guest. */
public enum ReviewVerdict {
    FRAUD("fraud"),
    GOOD("good"),
    ;

    private final String value;

    ReviewVerdict(String value) {
        this.value = value;
    }

    /** The value as the service writes it. */
    @JsonValue
    public String value() {
        return value;
    }

    /** Null for a value that a newer service may send. */
    @JsonCreator
    static ReviewVerdict of(String value) {
        for (ReviewVerdict one : values()) {
            if (one.value.equals(value)) return one;
        }
        return null;
    }
}
