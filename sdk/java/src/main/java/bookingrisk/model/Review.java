// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** A person's review of a decision. It never changes the decision. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Review {
    @JsonProperty("status")
    private ReviewStatus status;
    @JsonProperty("verdict")
    private ReviewVerdict verdict;
    @JsonProperty("decidedAt")
    private OffsetDateTime decidedAt;

    public ReviewStatus status() {
        return status;
    }

    public Review status(ReviewStatus status) {
        this.status = status;
        return this;
    }

    /** Given once; null while the review is open. */
    public ReviewVerdict verdict() {
        return verdict;
    }

    /** Given once; null while the review is open. */
    public Review verdict(ReviewVerdict verdict) {
        this.verdict = verdict;
        return this;
    }

    /** When the verdict was given; null while the review is open. */
    public OffsetDateTime decidedAt() {
        return decidedAt;
    }

    /** When the verdict was given; null while the review is open. */
    public Review decidedAt(OffsetDateTime decidedAt) {
        this.decidedAt = decidedAt;
        return this;
    }
}
