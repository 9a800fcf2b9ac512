// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** A value for a list. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class NewListEntry {
    @JsonProperty("type")
    private ListType type;
    @JsonProperty("value")
    private String value;
    @JsonProperty("reason")
    private String reason;
    @JsonProperty("expiresAt")
    private OffsetDateTime expiresAt;
    @JsonProperty("decisionId")
    private String decisionId;
    @JsonProperty("review")
    private Boolean review;

    public ListType type() {
        return type;
    }

    public NewListEntry type(ListType type) {
        this.type = type;
        return this;
    }

    /** As people write it. It is stored as attempts are compared with it. */
    public String value() {
        return value;
    }

    /** As people write it. It is stored as attempts are compared with it. */
    public NewListEntry value(String value) {
        this.value = value;
        return this;
    }

    /** One line, for whoever reads the entry later. */
    public String reason() {
        return reason;
    }

    /** One line, for whoever reads the entry later. */
    public NewListEntry reason(String reason) {
        this.reason = reason;
        return this;
    }

    /** Until when it applies. Required on the allow list; without it, the entry applies until it is archived. Optional. */
    public OffsetDateTime expiresAt() {
        return expiresAt;
    }

    /** Until when it applies. Required on the allow list; without it, the entry applies until it is archived. Optional. */
    public NewListEntry expiresAt(OffsetDateTime expiresAt) {
        this.expiresAt = expiresAt;
        return this;
    }

    /** The decision because of which it is added. Optional. */
    public String decisionId() {
        return decisionId;
    }

    /** The decision because of which it is added. Optional. */
    public NewListEntry decisionId(String decisionId) {
        this.decisionId = decisionId;
        return this;
    }

    /** On the watch list only: whether bookings that it marks go to review. Optional. */
    public Boolean review() {
        return review;
    }

    /** On the watch list only: whether bookings that it marks go to review. Optional. */
    public NewListEntry review(Boolean review) {
        this.review = review;
        return this;
    }
}
