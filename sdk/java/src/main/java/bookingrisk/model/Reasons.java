// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** Why a decision has its score. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Reasons {
    @JsonProperty("status")
    private ReasonsStatus status;
    @JsonProperty("detail")
    private String detail;
    @JsonProperty("summary")
    private String summary;
    @JsonProperty("strongest")
    private List<Reason> strongest;

    public ReasonsStatus status() {
        return status;
    }

    public Reasons status(ReasonsStatus status) {
        this.status = status;
        return this;
    }

    /** Why there are no reasons, or none yet. */
    public String detail() {
        return detail;
    }

    /** Why there are no reasons, or none yet. */
    public Reasons detail(String detail) {
        this.detail = detail;
        return this;
    }

    /** One-sentence explanation of the decision. */
    public String summary() {
        return summary;
    }

    /** One-sentence explanation of the decision. */
    public Reasons summary(String summary) {
        this.summary = summary;
        return this;
    }

    /** At most three: definite evidence first unless it adds next to nothing, then the strongest of each group. */
    public List<Reason> strongest() {
        return strongest;
    }

    /** At most three: definite evidence first unless it adds next to nothing, then the strongest of each group. */
    public Reasons strongest(List<Reason> strongest) {
        this.strongest = strongest;
        return this;
    }
}
