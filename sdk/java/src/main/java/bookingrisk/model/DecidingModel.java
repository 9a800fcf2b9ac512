// Generated from the OpenAPI document by `npm run clients`. Not to be edited.
package bookingrisk.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** The model that scored the attempt. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class DecidingModel {
    @JsonProperty("name")
    private String name;
    @JsonProperty("version")
    private String version;

    /** The model's name. */
    public String name() {
        return name;
    }

    /** The model's name. */
    public DecidingModel name(String name) {
        this.name = name;
        return this;
    }

    /** The model's version. */
    public String version() {
        return version;
    }

    /** The model's version. */
    public DecidingModel version(String version) {
        this.version = version;
        return this;
    }
}
