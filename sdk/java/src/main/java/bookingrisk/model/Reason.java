// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** One of the strongest reasons for a score. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class Reason {
    @JsonProperty("group")
    private String group;
    @JsonProperty("groupTitle")
    private String groupTitle;
    @JsonProperty("feature")
    private String feature;
    @JsonProperty("text")
    private String text;
    @JsonProperty("points")
    private Double points;
    @JsonProperty("definite")
    private Boolean definite;

    /** The code of a group of features. */
    public String group() {
        return group;
    }

    /** The code of a group of features. */
    public Reason group(String group) {
        this.group = group;
        return this;
    }

    /** The group as people read it. */
    public String groupTitle() {
        return groupTitle;
    }

    /** The group as people read it. */
    public Reason groupTitle(String groupTitle) {
        this.groupTitle = groupTitle;
        return this;
    }

    /** The feature, as in /docs/features. */
    public String feature() {
        return feature;
    }

    /** The feature, as in /docs/features. */
    public Reason feature(String feature) {
        this.feature = feature;
        return this;
    }

    /** Its value, and what is typical. The text may be worded differently later. */
    public String text() {
        return text;
    }

    /** Its value, and what is typical. The text may be worded differently later. */
    public Reason text(String text) {
        this.text = text;
        return this;
    }

    /** What it adds to the score, in points; negative where it lowers the score. */
    public Double points() {
        return points;
    }

    /** What it adds to the score, in points; negative where it lowers the score. */
    public Reason points(Double points) {
        this.points = points;
        return this;
    }

    /** Evidence that stands by itself, such as a reported fraud, whatever its points. */
    public Boolean definite() {
        return definite;
    }

    /** Evidence that stands by itself, such as a reported fraud, whatever its points. */
    public Reason definite(Boolean definite) {
        this.definite = definite;
        return this;
    }
}
