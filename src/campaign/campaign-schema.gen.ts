// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.
export const campaignSchema: unknown = {
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://callsheet.dev/schemas/campaign.schema.json",
 "title": "CampaignInput",
 "description": "A Callsheet campaign, language version 1: one YAML document that says what shall have happened.",
 "type": "object",
 "required": [
  "campaign",
  "timezone",
  "steps"
 ],
 "properties": {
  "campaign": {
   "description": "The campaign's id: lower-case letters, digits and hyphens. Also the state file's name, and part of every natural key: changing it makes another campaign.",
   "type": "string",
   "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
   "x-words": "lower-case letters, digits and hyphens, such as `spring-renewal`",
   "examples": [
    "spring-renewal"
   ]
  },
  "title": {
   "description": "What people call it, in plans and reports. Default: the id.",
   "type": "string",
   "minLength": 1,
   "maxLength": 200,
   "examples": [
    "Spring renewal reminders"
   ]
  },
  "timezone": {
   "description": "IANA zone of every wall-clock time in this file.",
   "type": "string",
   "minLength": 1,
   "x-words": "an IANA zone such as `Africa/Lagos`",
   "examples": [
    "Africa/Lagos",
    "Europe/Riga",
    "UTC"
   ]
  },
  "starts": {
   "$ref": "#/$defs/LocalDateTime",
   "description": "Nothing starts before this local date-time. Default: when it is run. Also names the run.",
   "examples": [
    "2026-11-23 09:00"
   ]
  },
  "ends": {
   "$ref": "#/$defs/LocalDateTime",
   "description": "Nothing starts at or after this local date-time; what is left then is expired.",
   "examples": [
    "2026-11-27 18:00"
   ]
  },
  "window": {
   "$ref": "#/$defs/Window",
   "description": "The local hours in which jobs may start. It narrows 09:00–20:00 and cannot widen it."
  },
  "account": {
   "$ref": "#/$defs/Account"
  },
  "env": {
   "description": "Names of the only environment variables that templates may read, as `{{ env.NAME }}`.",
   "type": "array",
   "items": {
    "type": "string",
    "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
    "x-words": "a variable's name such as `CALLSHEET_APP_ID`"
   },
   "examples": [
    [
     "CALLSHEET_APP_ID"
    ]
   ]
  },
  "inputs": {
   "description": "Values given on the command line with `--input name=value`, read by templates as `{{ inputs.name }}`.",
   "type": "object",
   "propertyNames": {
    "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"
   },
   "additionalProperties": {
    "$ref": "#/$defs/Input"
   },
   "examples": [
    {
     "offer": {
      "type": "string",
      "default": "10 %"
     }
    }
   ]
  },
  "vars": {
   "description": "Constants for templates, read as `{{ vars.name }}`. They are not templates themselves.",
   "type": "object",
   "propertyNames": {
    "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"
   },
   "additionalProperties": {
    "description": "Any value; a map is read with a further dot."
   },
   "examples": [
    {
     "signature": "Ada, Member Care"
    }
   ]
  },
  "costs": {
   "description": "Price of one accepted job per operation, in the account's currency, for forecasts and `limits.budget`. The service shows no prices.",
   "type": "object",
   "properties": {
    "whatsapp.send": {
     "description": "Price of one accepted `whatsapp.send` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "voice.redial": {
     "description": "Price of one accepted `voice.redial` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "otp.send": {
     "description": "Price of one accepted `otp.send` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "audio.upload": {
     "description": "Price of one accepted `audio.upload` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "aivoice.pause": {
     "description": "Price of one accepted `aivoice.pause` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "sms.balance": {
     "description": "Price of one accepted `sms.balance` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "agents.list": {
     "description": "Price of one accepted `agents.list` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "axb.list": {
     "description": "Price of one accepted `axb.list` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    },
    "sms.backfill": {
     "description": "Price of one accepted `sms.backfill` job.",
     "type": "number",
     "minimum": 0,
     "examples": [
      0.0075
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "whatsapp.send": 0.0075,
     "otp.send": 0.02
    }
   ]
  },
  "limits": {
   "$ref": "#/$defs/Limits"
  },
  "audiences": {
   "description": "Recipient lists by name, for `forEach`.",
   "type": "object",
   "propertyNames": {
    "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,62}$"
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": {
    "$ref": "#/$defs/Audience"
   },
   "examples": [
    {
     "members": {
      "file": "audiences/members.csv",
      "key": "phone"
     }
    }
   ]
  },
  "steps": {
   "description": "What shall have happened, by step name, in the order in which plans and reports list it.",
   "type": "object",
   "minProperties": 1,
   "propertyNames": {
    "pattern": "^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$"
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": {
    "$ref": "#/$defs/Step"
   },
   "examples": [
    {
     "funds": {
      "uses": "sms.balance",
      "expect": {
       "available": {
        "atLeast": 50
       }
      }
     }
    }
   ]
  }
 },
 "patternProperties": {
  "^x-": {
   "description": "Notes and YAML anchors; ignored."
  }
 },
 "additionalProperties": false,
 "$defs": {
  "LocalDateTime": {
   "title": "LocalDateTime",
   "description": "A local date-time in the campaign's zone, without an offset; a `T` is as good as the blank, seconds are optional.",
   "type": "string",
   "pattern": "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",
   "x-words": "a local date-time such as `2026-11-23 09:00`",
   "examples": [
    "2026-11-23 09:00",
    "2026-11-23T09:00:30"
   ]
  },
  "LocalTime": {
   "title": "LocalTime",
   "description": "A local time of day, in quotes.",
   "type": "string",
   "pattern": "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",
   "x-words": "a time of day such as `\"09:00\"`",
   "examples": [
    "09:00",
    "19:30"
   ]
  },
  "LocalDate": {
   "title": "LocalDate",
   "description": "A local date.",
   "type": "string",
   "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
   "x-words": "a date such as `2026-11-25`",
   "examples": [
    "2026-11-25"
   ]
  },
  "Duration": {
   "title": "Duration",
   "description": "A length of time: `90s`, `15m`, `2h`, `1d`, several of them (`1h30m`), or ISO 8601 (`PT2H`). A day is 24 hours.",
   "type": "string",
   "pattern": "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",
   "x-words": "a duration such as `90s`, `15m`, `2h` or `1d`",
   "examples": [
    "90s",
    "15m",
    "2h",
    "1d",
    "PT2H"
   ]
  },
  "Rate": {
   "title": "Rate",
   "description": "At most so many starts in so long: `20/s`, `600/m`, `5000/h`, `20000/d`, or `1/6s`.",
   "type": "string",
   "pattern": "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",
   "x-words": "a rate such as `20/s`, `600/m`, `5000/h` or `1/6s`",
   "examples": [
    "20/s",
    "600/m",
    "5000/h",
    "1/6s"
   ]
  },
  "Window": {
   "title": "WindowInput",
   "description": "Local hours in which jobs may start, half-open: a job may start at `open` and no longer at `close`.",
   "type": "object",
   "properties": {
    "open": {
     "$ref": "#/$defs/LocalTime",
     "description": "First minute in which jobs may start. Default: that of the window it narrows.",
     "examples": [
      "09:00"
     ]
    },
    "close": {
     "$ref": "#/$defs/LocalTime",
     "description": "From here on nothing starts. Before `open` means the next morning (transactional steps only).",
     "examples": [
      "20:00"
     ]
    },
    "days": {
     "description": "Days of the week on which the window opens. Default: those of the window it narrows.",
     "type": "array",
     "minItems": 1,
     "items": {
      "type": "string",
      "enum": [
       "mon",
       "tue",
       "wed",
       "thu",
       "fri",
       "sat",
       "sun"
      ]
     },
     "examples": [
      [
       "mon",
       "tue",
       "wed",
       "thu",
       "fri"
      ]
     ]
    },
    "except": {
     "description": "Dates on which the window stays shut, such as holidays.",
     "type": "array",
     "items": {
      "$ref": "#/$defs/LocalDate"
     },
     "examples": [
      [
       "2026-12-25"
      ]
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false,
   "minProperties": 1,
   "examples": [
    {
     "open": "09:30",
     "close": "18:00",
     "days": [
      "mon",
      "tue",
      "wed",
      "thu",
      "fri"
     ]
    }
   ]
  },
  "Account": {
   "title": "AccountInput",
   "description": "Who sends: filled into every request that has a field for it. May be templates over `env`, `inputs` and `vars`.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Application id (`appId` of every operation that has one).",
     "type": "string",
     "minLength": 1,
     "examples": [
      "{{ env.CALLSHEET_APP_ID }}"
     ]
    },
    "businessPhone": {
     "description": "WhatsApp business number: digits only, in quotes.",
     "type": "string",
     "minLength": 1,
     "examples": [
      "2348000000001"
     ]
    },
    "smsAppId": {
     "description": "SMS application id: `smsAppId` of a redial with `hangUpSms: 1`, and `appId` of `sms.backfill`.",
     "type": "string",
     "minLength": 1,
     "examples": [
      "sms-app-1"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "Input": {
   "title": "InputInput",
   "description": "One value to be given with `--input`.",
   "type": "object",
   "properties": {
    "type": {
     "description": "What the value must be. Default: string.",
     "type": "string",
     "enum": [
      "string",
      "number",
      "boolean"
     ],
     "examples": [
      "string"
     ]
    },
    "default": {
     "description": "Used when the input is not given; without one, the input must be given.",
     "type": [
      "string",
      "number",
      "boolean"
     ],
     "examples": [
      "10 %"
     ]
    },
    "description": {
     "description": "What it is for; shown when it is missing.",
     "type": "string",
     "examples": [
      "Discount named in the message"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "Limits": {
   "title": "LimitsInput",
   "description": "How fast, how much, and when to stop.",
   "type": "object",
   "properties": {
    "concurrency": {
     "description": "Requests under way at once. Default 32.",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "examples": [
      32
     ]
    },
    "rate": {
     "$ref": "#/$defs/Rate",
     "description": "Starts of jobs, over all steps.",
     "examples": [
      "50/s"
     ]
    },
    "perRecipient": {
     "$ref": "#/$defs/Rate",
     "description": "Starts of jobs for one recipient, over all steps.",
     "examples": [
      "1/6s"
     ]
    },
    "budget": {
     "description": "The most that the campaign may cost, by `costs`.",
     "type": "number",
     "minimum": 0,
     "examples": [
      400
     ]
    },
    "stopAfter": {
     "title": "StopAfterInput",
     "description": "Halt when so many of the latest settled jobs were rejected (at least, not more than).",
     "type": "object",
     "required": [
      "failures"
     ],
     "properties": {
      "failures": {
       "description": "A share such as `\"5%\"`, or a number of jobs.",
       "anyOf": [
        {
         "type": "string",
         "pattern": "^(100|[1-9]?\\d)(\\.\\d+)?%$"
        },
        {
         "type": "integer",
         "minimum": 1
        }
       ],
       "x-words": "a share such as `\"5%\"`, or a number of jobs",
       "examples": [
        "5%",
        20
       ]
      },
      "of": {
       "description": "How many of the latest settled jobs are looked at. Default 100.",
       "type": "integer",
       "minimum": 1,
       "maximum": 1000000,
       "examples": [
        200
       ]
      }
     },
     "patternProperties": {
      "^x-": {
       "description": "Notes and YAML anchors; ignored."
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "failures": "5%",
       "of": 200
      }
     ]
    },
    "doubts": {
     "description": "Jobs in doubt at which the run halts. Default: as many as `concurrency`.",
     "type": "integer",
     "minimum": 1,
     "examples": [
      32
     ]
    },
    "guard": {
     "$ref": "#/$defs/Duration",
     "description": "How long before a window closes nothing starts any more, to leave room for latency. Default 2s.",
     "examples": [
      "2s"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "concurrency": 32,
     "rate": "50/s",
     "stopAfter": {
      "failures": "5%",
      "of": 200
     }
    }
   ]
  },
  "Where": {
   "title": "WhereInput",
   "description": "Only recipients whose column has one of these values; several columns must all agree.",
   "type": "object",
   "additionalProperties": {
    "description": "A value, or a list of values of which one must match, compared as text.",
    "anyOf": [
     {
      "type": [
       "string",
       "number",
       "boolean"
      ]
     },
     {
      "type": "array",
      "minItems": 1,
      "items": {
       "type": [
        "string",
        "number",
        "boolean"
       ]
      }
     }
    ],
    "x-words": "a value or a list of values"
   },
   "minProperties": 1,
   "examples": [
    {
     "tier": [
      "gold",
      "silver"
     ]
    }
   ]
  },
  "Audience": {
   "title": "AudienceInput",
   "description": "A recipient list: a CSV file with a header line, or a JSONL file with one object a line.",
   "type": "object",
   "required": [
    "file",
    "key"
   ],
   "properties": {
    "file": {
     "description": "The list, `.csv` or `.jsonl`, relative to this file; it may not leave the repository.",
     "type": "string",
     "pattern": "\\.(csv|jsonl|ndjson)$",
     "x-words": "a path that ends in `.csv` or `.jsonl`",
     "examples": [
      "audiences/members.csv"
     ]
    },
    "key": {
     "description": "The column that identifies a recipient: the number with its country code.",
     "type": "string",
     "minLength": 1,
     "examples": [
      "phone"
     ]
    },
    "timezone": {
     "description": "Where the recipient's clock stands, for recipient-local windows. Default: the campaign's zone.",
     "type": "object",
     "properties": {
      "column": {
       "description": "Column with an IANA zone; an empty cell skips the recipient.",
       "type": "string",
       "minLength": 1,
       "examples": [
        "tz"
       ]
      },
      "zone": {
       "description": "One IANA zone for all.",
       "type": "string",
       "minLength": 1,
       "examples": [
        "Africa/Lagos"
       ]
      }
     },
     "minProperties": 1,
     "maxProperties": 1,
     "additionalProperties": false,
     "title": "AudienceZoneInput",
     "examples": [
      {
       "column": "tz"
      }
     ]
    },
    "lastInbound": {
     "description": "Column with the instant of the recipient's last message to the business number; it opens the 24 hours in which WhatsApp messages may be sent.",
     "type": "string",
     "minLength": 1,
     "examples": [
      "last_inbound_at"
     ]
    },
    "exclude": {
     "description": "Files with the same key column whose recipients are left out.",
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "\\.(csv|jsonl|ndjson)$",
      "x-words": "a path that ends in `.csv` or `.jsonl`"
     },
     "examples": [
      [
       "audiences/do-not-contact.csv"
      ]
     ]
    },
    "where": {
     "$ref": "#/$defs/Where"
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "file": "audiences/members.csv",
     "key": "phone"
    }
   ]
  },
  "ForEach": {
   "title": "ForEachInput",
   "description": "One job per recipient: an audience's name, or which part of it.",
   "anyOf": [
    {
     "type": "string",
     "minLength": 1,
     "description": "An audience's name."
    },
    {
     "title": "ForEachObjectInput",
     "description": "An audience, narrowed.",
     "type": "object",
     "required": [
      "audience"
     ],
     "properties": {
      "audience": {
       "description": "The audience's name.",
       "type": "string",
       "minLength": 1,
       "examples": [
        "members"
       ]
      },
      "onlyIf": {
       "title": "OnlyIfInput",
       "description": "Only recipients whose job in an earlier step over the same audience ended like this: makes fallback ladders.",
       "type": "object",
       "required": [
        "step",
        "outcome"
       ],
       "properties": {
        "step": {
         "description": "The earlier step.",
         "type": "string",
         "minLength": 1,
         "examples": [
          "followUp"
         ]
        },
        "outcome": {
         "description": "How that recipient's job ended there. A job in doubt matches none of them: the person may have been reached.",
         "type": "string",
         "enum": [
          "accepted",
          "rejected",
          "skipped",
          "expired"
         ],
         "examples": [
          "accepted"
         ]
        }
       },
       "patternProperties": {
        "^x-": {
         "description": "Notes and YAML anchors; ignored."
        }
       },
       "additionalProperties": false,
       "examples": [
        {
         "step": "followUp",
         "outcome": "rejected"
        }
       ]
      },
      "where": {
       "$ref": "#/$defs/Where"
      }
     },
     "patternProperties": {
      "^x-": {
       "description": "Notes and YAML anchors; ignored."
      }
     },
     "additionalProperties": false
    }
   ],
   "x-words": "an audience's name, or `{ audience: …, onlyIf: …, where: … }`",
   "examples": [
    "members",
    {
     "audience": "members",
     "onlyIf": {
      "step": "followUp",
      "outcome": "accepted"
     }
    }
   ]
  },
  "Comparison": {
   "title": "ComparisonInput",
   "description": "A condition on one output of a query.",
   "type": "object",
   "properties": {
    "atLeast": {
     "description": "Met when the output is this or more; lists are compared by their length.",
     "type": "number",
     "examples": [
      50
     ]
    },
    "atMost": {
     "description": "Met when the output is this or less; lists are compared by their length.",
     "type": "number",
     "examples": [
      10
     ]
    },
    "equals": {
     "description": "Met when the output is this; lists are compared by their length.",
     "type": [
      "string",
      "number",
      "boolean"
     ],
     "examples": [
      0
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false,
   "minProperties": 1,
   "examples": [
    {
     "atLeast": 50
    }
   ]
  },
  "StepTitle": {
   "title": "StepTitle",
   "description": "What people call this step.",
   "type": "string",
   "maxLength": 200,
   "examples": [
    "Second reminder"
   ]
  },
  "Needs": {
   "title": "Needs",
   "description": "Step or steps that must have finished first: a single job accepted, a `forEach` step settled for every recipient.",
   "anyOf": [
    {
     "type": "string",
     "minLength": 1
    },
    {
     "type": "array",
     "items": {
      "type": "string",
      "minLength": 1
     }
    }
   ],
   "x-words": "a step's name or a list of them",
   "examples": [
    "greeting",
    [
     "funds",
     "greeting"
    ]
   ]
  },
  "Runs": {
   "title": "Runs",
   "description": "When the needs have finished: `on-success` (default) if they were accepted, `on-failure` if one was not, or `always`.",
   "type": "string",
   "enum": [
    "on-success",
    "on-failure",
    "always"
   ],
   "examples": [
    "on-failure"
   ]
  },
  "Delay": {
   "title": "Delay",
   "$ref": "#/$defs/Duration",
   "description": "How long to wait after the needs have finished.",
   "examples": [
    "2h"
   ]
  },
  "At": {
   "title": "At",
   "$ref": "#/$defs/LocalDateTime",
   "description": "Not before this local date-time.",
   "examples": [
    "2026-11-24 10:00"
   ]
  },
  "Until": {
   "title": "Until",
   "$ref": "#/$defs/LocalDateTime",
   "description": "Nothing of this step starts at or after this local date-time.",
   "examples": [
    "2026-11-24 18:00"
   ]
  },
  "StepWindow": {
   "title": "StepWindow",
   "description": "Local hours of this step: they narrow the campaign's. With `purpose: transactional`, hours of its own or `always`.",
   "anyOf": [
    {
     "const": "always"
    },
    {
     "$ref": "#/$defs/Window"
    }
   ],
   "x-words": "hours such as `{ open: \"10:00\", close: \"18:00\" }`, or `always`",
   "examples": [
    {
     "open": "10:00",
     "close": "18:00"
    },
    "always"
   ]
  },
  "Purpose": {
   "title": "Purpose",
   "description": "`transactional` for what the recipient asked for just now (a code, an answer): may have hours of its own. Default `campaign`.",
   "type": "string",
   "enum": [
    "campaign",
    "transactional"
   ],
   "examples": [
    "transactional"
   ]
  },
  "StepRate": {
   "title": "StepRate",
   "$ref": "#/$defs/Rate",
   "description": "Starts of this step's jobs.",
   "examples": [
    "20/s"
   ]
  },
  "Was": {
   "title": "Was",
   "description": "This step's earlier name, so that renaming it does not send everything again.",
   "type": "string",
   "minLength": 1,
   "examples": [
    "reminder"
   ]
  },
  "WhatsappSendStep": {
   "title": "WhatsappSendStepInput",
   "description": "Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.",
   "type": "object",
   "required": [
    "uses",
    "with"
   ],
   "properties": {
    "uses": {
     "description": "Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.",
     "type": "string",
     "const": "whatsapp.send"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "forEach": {
     "$ref": "#/$defs/ForEach"
    },
    "with": {
     "description": "The request body of `whatsapp.send`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    },
    "onUnknown": {
     "description": "What to do with a message whose answer was lost: `hold` it for a person (default), or `resend` it, at the risk of sending it twice.",
     "type": "string",
     "enum": [
      "hold",
      "resend"
     ],
     "examples": [
      "hold"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "VoiceRedialStep": {
   "title": "VoiceRedialStepInput",
   "description": "Call a finished or cancelled voice group-call task again.",
   "type": "object",
   "required": [
    "uses",
    "with"
   ],
   "properties": {
    "uses": {
     "description": "Call a finished or cancelled voice group-call task again.",
     "type": "string",
     "const": "voice.redial"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "forEach": {
     "$ref": "#/$defs/ForEach"
    },
    "with": {
     "description": "The request body of `voice.redial`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "OtpSendStep": {
   "title": "OtpSendStepInput",
   "description": "Send a verification code over SMS, call or SNA.",
   "type": "object",
   "required": [
    "uses",
    "with"
   ],
   "properties": {
    "uses": {
     "description": "Send a verification code over SMS, call or SNA.",
     "type": "string",
     "const": "otp.send"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "forEach": {
     "$ref": "#/$defs/ForEach"
    },
    "with": {
     "description": "The request body of `otp.send`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    },
    "expires": {
     "$ref": "#/$defs/Duration",
     "description": "How long a code is of use, from its first attempt. Default 5m.",
     "examples": [
      "5m"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "AudioUploadStep": {
   "title": "AudioUploadStepInput",
   "description": "Upload an audio file; its id starts a voice group call.",
   "type": "object",
   "required": [
    "uses",
    "with"
   ],
   "properties": {
    "uses": {
     "description": "Upload an audio file; its id starts a voice group call.",
     "type": "string",
     "const": "audio.upload"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "with": {
     "description": "The request body of `audio.upload`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "AivoicePauseStep": {
   "title": "AivoicePauseStepInput",
   "description": "Pause an AI voice task.",
   "type": "object",
   "required": [
    "uses",
    "with"
   ],
   "properties": {
    "uses": {
     "description": "Pause an AI voice task.",
     "type": "string",
     "const": "aivoice.pause"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "forEach": {
     "$ref": "#/$defs/ForEach"
    },
    "with": {
     "description": "The request body of `aivoice.pause`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "SmsBalanceStep": {
   "title": "SmsBalanceStepInput",
   "description": "Ask for the SMS account's balance.",
   "type": "object",
   "required": [
    "uses"
   ],
   "properties": {
    "uses": {
     "description": "Ask for the SMS account's balance.",
     "type": "string",
     "const": "sms.balance"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "with": {
     "description": "`sms.balance` has no request body.",
     "type": "object",
     "maxProperties": 0
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A gate on the answer: not met means the step is rejected and what needs it does not start.",
     "type": "object",
     "properties": {
      "balance": {
       "$ref": "#/$defs/Comparison",
       "description": "The account's own money."
      },
      "gift": {
       "$ref": "#/$defs/Comparison",
       "description": "Gifted money."
      },
      "credit": {
       "$ref": "#/$defs/Comparison",
       "description": "Credit."
      },
      "available": {
       "$ref": "#/$defs/Comparison",
       "description": "balance + gift + credit."
      }
     },
     "minProperties": 1,
     "additionalProperties": false,
     "examples": [
      {
       "available": {
        "atLeast": 50
       }
      }
     ]
    },
    "every": {
     "$ref": "#/$defs/Duration",
     "description": "Ask again so often until `expect` holds, or until `until`.",
     "examples": [
      "5m"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "AgentsListStep": {
   "title": "AgentsListStepInput",
   "description": "Ask for the call-centre agents.",
   "type": "object",
   "required": [
    "uses"
   ],
   "properties": {
    "uses": {
     "description": "Ask for the call-centre agents.",
     "type": "string",
     "const": "agents.list"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "with": {
     "description": "The request body of `agents.list`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A gate on the answer: not met means the step is rejected and what needs it does not start.",
     "type": "object",
     "properties": {
      "total": {
       "$ref": "#/$defs/Comparison",
       "description": "How many records there are in all."
      },
      "records": {
       "$ref": "#/$defs/Comparison",
       "description": "The records, by their number."
      }
     },
     "minProperties": 1,
     "additionalProperties": false,
     "examples": [
      {
       "total": {
        "atLeast": 3
       }
      }
     ]
    },
    "every": {
     "$ref": "#/$defs/Duration",
     "description": "Ask again so often until `expect` holds, or until `until`.",
     "examples": [
      "5m"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "AxbListStep": {
   "title": "AxbListStepInput",
   "description": "Ask for the number (AXB) bindings.",
   "type": "object",
   "required": [
    "uses"
   ],
   "properties": {
    "uses": {
     "description": "Ask for the number (AXB) bindings.",
     "type": "string",
     "const": "axb.list"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "with": {
     "description": "The request body of `axb.list`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A gate on the answer: not met means the step is rejected and what needs it does not start.",
     "type": "object",
     "properties": {
      "total": {
       "$ref": "#/$defs/Comparison",
       "description": "How many records there are in all."
      },
      "records": {
       "$ref": "#/$defs/Comparison",
       "description": "The records, by their number."
      }
     },
     "minProperties": 1,
     "additionalProperties": false,
     "examples": [
      {
       "total": {
        "atLeast": 3
       }
      }
     ]
    },
    "every": {
     "$ref": "#/$defs/Duration",
     "description": "Ask again so often until `expect` holds, or until `until`.",
     "examples": [
      "5m"
     ]
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "SmsBackfillStep": {
   "title": "SmsBackfillStepInput",
   "description": "Report the status of a verification SMS back to the service.",
   "type": "object",
   "required": [
    "uses"
   ],
   "properties": {
    "uses": {
     "description": "Report the status of a verification SMS back to the service.",
     "type": "string",
     "const": "sms.backfill"
    },
    "title": {
     "$ref": "#/$defs/StepTitle"
    },
    "needs": {
     "$ref": "#/$defs/Needs"
    },
    "runs": {
     "$ref": "#/$defs/Runs"
    },
    "delay": {
     "$ref": "#/$defs/Delay"
    },
    "at": {
     "$ref": "#/$defs/At"
    },
    "until": {
     "$ref": "#/$defs/Until"
    },
    "window": {
     "$ref": "#/$defs/StepWindow"
    },
    "purpose": {
     "$ref": "#/$defs/Purpose"
    },
    "rate": {
     "$ref": "#/$defs/StepRate"
    },
    "was": {
     "$ref": "#/$defs/Was"
    },
    "forEach": {
     "$ref": "#/$defs/ForEach"
    },
    "with": {
     "description": "The request body of `sms.backfill`, field for field as the service names it. Strings may be Liquid templates.",
     "type": "object"
    }
   },
   "patternProperties": {
    "^x-": {
     "description": "Notes and YAML anchors; ignored."
    }
   },
   "additionalProperties": false
  },
  "Step": {
   "title": "StepInput",
   "description": "One named use of one operation, once or once per recipient.",
   "type": "object",
   "required": [
    "uses"
   ],
   "discriminator": {
    "propertyName": "uses"
   },
   "oneOf": [
    {
     "$ref": "#/$defs/WhatsappSendStep"
    },
    {
     "$ref": "#/$defs/VoiceRedialStep"
    },
    {
     "$ref": "#/$defs/OtpSendStep"
    },
    {
     "$ref": "#/$defs/AudioUploadStep"
    },
    {
     "$ref": "#/$defs/AivoicePauseStep"
    },
    {
     "$ref": "#/$defs/SmsBalanceStep"
    },
    {
     "$ref": "#/$defs/AgentsListStep"
    },
    {
     "$ref": "#/$defs/AxbListStep"
    },
    {
     "$ref": "#/$defs/SmsBackfillStep"
    }
   ]
  }
 }
};
