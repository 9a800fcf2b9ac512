// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The outcome of a booking that was scored. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class OutcomeReport {
    @JsonProperty("outcome")
    private OutcomeKind outcome;
    @JsonProperty("occurredAt")
    private OffsetDateTime occurredAt;
    @JsonProperty("note")
    private String note;
    @JsonProperty("requestId")
    private String requestId;

    public OutcomeKind outcome() {
        return outcome;
    }

    public OutcomeReport outcome(OutcomeKind outcome) {
        this.outcome = outcome;
        return this;
    }

    /** When it happened: ISO 8601 with a time zone, not in the future. Optional. */
    public OffsetDateTime occurredAt() {
        return occurredAt;
    }

    /** When it happened: ISO 8601 with a time zone, not in the future. Optional. */
    public OutcomeReport occurredAt(OffsetDateTime occurredAt) {
        this.occurredAt = occurredAt;
        return this;
    }

    /** For your team. The model does not read it. Optional. */
    public String note() {
        return note;
    }

    /** For your team. The model does not read it. Optional. */
    public OutcomeReport note(String note) {
        this.note = note;
        return this;
    }

    /** Your correlation ID for this request. Returned in errors and stored. */
    public String requestId() {
        return requestId;
    }

    /** Your correlation ID for this request. Returned in errors and stored. */
    public OutcomeReport requestId(String requestId) {
        this.requestId = requestId;
        return this;
    }
}
