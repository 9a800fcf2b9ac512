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
public final class Outcome {
    @JsonProperty("decisionId")
    private String decisionId;
    @JsonProperty("outcome")
    private OutcomeKind outcome;
    @JsonProperty("occurredAt")
    private OffsetDateTime occurredAt;
    @JsonProperty("reportedAt")
    private OffsetDateTime reportedAt;

    /** The decision that the outcome belongs to. */
    public String decisionId() {
        return decisionId;
    }

    /** The decision that the outcome belongs to. */
    public Outcome decisionId(String decisionId) {
        this.decisionId = decisionId;
        return this;
    }

    public OutcomeKind outcome() {
        return outcome;
    }

    public Outcome outcome(OutcomeKind outcome) {
        this.outcome = outcome;
        return this;
    }

    /** When it happened, or null if that was not reported. */
    public OffsetDateTime occurredAt() {
        return occurredAt;
    }

    /** When it happened, or null if that was not reported. */
    public Outcome occurredAt(OffsetDateTime occurredAt) {
        this.occurredAt = occurredAt;
        return this;
    }

    /** When the report was stored. */
    public OffsetDateTime reportedAt() {
        return reportedAt;
    }

    /** When the report was stored. */
    public Outcome reportedAt(OffsetDateTime reportedAt) {
        this.reportedAt = reportedAt;
        return this;
    }
}
