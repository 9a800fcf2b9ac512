// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The size of the party. Send it when more people stay than guests are named. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class GroupSize {
    @JsonProperty("adultCount")
    private Integer adultCount;
    @JsonProperty("childCount")
    private Integer childCount;
    @JsonProperty("infantCount")
    private Integer infantCount;

    /** Number of adults. Optional. */
    public Integer adultCount() {
        return adultCount;
    }

    /** Number of adults. Optional. */
    public GroupSize adultCount(Integer adultCount) {
        this.adultCount = adultCount;
        return this;
    }

    /** Number of children. Optional. */
    public Integer childCount() {
        return childCount;
    }

    /** Number of children. Optional. */
    public GroupSize childCount(Integer childCount) {
        this.childCount = childCount;
        return this;
    }

    /** Number of infants. Optional. */
    public Integer infantCount() {
        return infantCount;
    }

    /** Number of infants. Optional. */
    public GroupSize infantCount(Integer infantCount) {
        this.infantCount = infantCount;
        return this;
    }
}
