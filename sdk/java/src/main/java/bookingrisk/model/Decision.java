// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The decision on a booking attempt. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Decision {
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

    /** Unique identifier of this decision. Store it with the order. */
    public String decisionId() {
        return decisionId;
    }

    /** Unique identifier of this decision. Store it with the order. */
    public Decision decisionId(String decisionId) {
        this.decisionId = decisionId;
        return this;
    }

    /** Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
    public Integer riskScore() {
        return riskScore;
    }

    /** Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds. */
    public Decision riskScore(Integer riskScore) {
        this.riskScore = riskScore;
        return this;
    }

    public RiskLevel riskLevel() {
        return riskLevel;
    }

    public Decision riskLevel(RiskLevel riskLevel) {
        this.riskLevel = riskLevel;
        return this;
    }

    public SuggestedAction suggestedAction() {
        return suggestedAction;
    }

    public Decision suggestedAction(SuggestedAction suggestedAction) {
        this.suggestedAction = suggestedAction;
        return this;
    }

    public RiskSetting riskSetting() {
        return riskSetting;
    }

    public Decision riskSetting(RiskSetting riskSetting) {
        this.riskSetting = riskSetting;
        return this;
    }

    /** When the attempt was scored. */
    public OffsetDateTime decidedAt() {
        return decidedAt;
    }

    /** When the attempt was scored. */
    public Decision decidedAt(OffsetDateTime decidedAt) {
        this.decidedAt = decidedAt;
        return this;
    }
}
