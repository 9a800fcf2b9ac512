// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** A decision, its outcome and its strongest reasons. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ExplainedDecision {
    @JsonProperty("decisionId")
    private String decisionId;
    @JsonProperty("riskScore")
    private Integer riskScore;
    @JsonProperty("riskLevel")
    private RiskLevel riskLevel;
    @JsonProperty("suggestedAction")
    private SuggestedAction suggestedAction;
    @JsonProperty("riskSetting")
    private RiskSetting riskSetting;
    @JsonProperty("decidedAt")
    private OffsetDateTime decidedAt;
    @JsonProperty("requestId")
    private String requestId;
    @JsonProperty("model")
    private DecidingModel model;
    @JsonProperty("decidedBy")
    private DecidedBy decidedBy;
    @JsonProperty("listMatches")
    private List<ListMatch> listMatches;
    @JsonProperty("outcome")
    private ReportedOutcome outcome;
    @JsonProperty("review")
    private Review review;
    @JsonProperty("reasons")
    private Reasons reasons;

    /** Unique identifier of this decision. Store it with the order. */
    public String decisionId() {
        return decisionId;
    }

    /** Unique identifier of this decision. Store it with the order. */
    public ExplainedDecision decisionId(String decisionId) {
        this.decisionId = decisionId;
        return this;
    }

    /** Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
    public Integer riskScore() {
        return riskScore;
    }

    /** Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
    public ExplainedDecision riskScore(Integer riskScore) {
        this.riskScore = riskScore;
        return this;
    }

    public RiskLevel riskLevel() {
        return riskLevel;
    }

    public ExplainedDecision riskLevel(RiskLevel riskLevel) {
        this.riskLevel = riskLevel;
        return this;
    }

    public SuggestedAction suggestedAction() {
        return suggestedAction;
    }

    public ExplainedDecision suggestedAction(SuggestedAction suggestedAction) {
        this.suggestedAction = suggestedAction;
        return this;
    }

    public RiskSetting riskSetting() {
        return riskSetting;
    }

    public ExplainedDecision riskSetting(RiskSetting riskSetting) {
        this.riskSetting = riskSetting;
        return this;
    }

    /** When the attempt was scored. */
    public OffsetDateTime decidedAt() {
        return decidedAt;
    }

    /** When the attempt was scored. */
    public ExplainedDecision decidedAt(OffsetDateTime decidedAt) {
        this.decidedAt = decidedAt;
        return this;
    }

    /** The requestId of the attempt. */
    public String requestId() {
        return requestId;
    }

    /** The requestId of the attempt. */
    public ExplainedDecision requestId(String requestId) {
        this.requestId = requestId;
        return this;
    }

    public DecidingModel model() {
        return model;
    }

    public ExplainedDecision model(DecidingModel model) {
        this.model = model;
        return this;
    }

    public DecidedBy decidedBy() {
        return decidedBy;
    }

    public ExplainedDecision decidedBy(DecidedBy decidedBy) {
        this.decidedBy = decidedBy;
        return this;
    }

    /** Entries of the project's lists that applied, in the order of decision. */
    public List<ListMatch> listMatches() {
        return listMatches;
    }

    /** Entries of the project's lists that applied, in the order of decision. */
    public ExplainedDecision listMatches(List<ListMatch> listMatches) {
        this.listMatches = listMatches;
        return this;
    }

    /** Null where none was reported. */
    public ReportedOutcome outcome() {
        return outcome;
    }

    /** Null where none was reported. */
    public ExplainedDecision outcome(ReportedOutcome outcome) {
        this.outcome = outcome;
        return this;
    }

    /** Null where the decision was never sent to review. */
    public Review review() {
        return review;
    }

    /** Null where the decision was never sent to review. */
    public ExplainedDecision review(Review review) {
        this.review = review;
        return this;
    }

    public Reasons reasons() {
        return reasons;
    }

    public ExplainedDecision reasons(Reasons reasons) {
        this.reasons = reasons;
        return this;
    }
}
