// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.
export const campaignSchema: unknown = {
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "$id": "https://callsheet.dev/schemas/campaign.schema.json",
 "title": "CampaignInput",
 "description": "A Callsheet campaign, language version 1: one YAML document with audiences, steps, a window and limits.",
 "type": "object",
 "required": [
  "campaign",
  "timezone",
  "steps"
 ],
 "properties": {
  "campaign": {
   "title": "CampaignId",
   "description": "The campaign's id: lower-case letters, digits and hyphens. It is part of every natural key, so a campaign with another id is another campaign.",
   "type": "string",
   "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
   "x-words": "lower-case letters, digits and hyphens, such as `spring-renewal`",
   "examples": [
    "spring-renewal"
   ]
  },
  "title": {
   "description": "A title for plans and reports. Default: the id.",
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
   "description": "Nothing starts before this local date-time. Default: when the campaign is run. It is also part of the run's name.",
   "examples": [
    "2026-11-23 09:00"
   ]
  },
  "ends": {
   "$ref": "#/$defs/LocalDateTime",
   "description": "Nothing starts at or after this local date-time; the remaining jobs expire.",
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
   "description": "Names of the only environment variables that templates may read, as `{{ env.NAME }}`. Names that begin with `CALLSHEET_` are settings of Callsheet and not allowed.",
   "type": "array",
   "items": {
    "type": "string",
    "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
    "x-words": "a variable's name such as `APP_ID`"
   },
   "examples": [
    [
     "APP_ID"
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
    "description": "Any value; the fields of a map are read as `{{ vars.name.field }}`."
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
    "currency": {
     "description": "The currency of these prices, of `limits.budget` and of the account, as its code of three letters. It is shown beside every amount; nothing is converted.",
     "type": "string",
     "pattern": "^[A-Z]{3}$",
     "x-words": "the code of a currency in three capital letters, such as `EUR`",
     "examples": [
      "EUR"
     ]
    },
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
  "contacts": {
   "$ref": "#/$defs/Contacts"
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
   "description": "The steps by name, in the order in which plans and reports list them.",
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
  },
  "on": {
   "$ref": "#/$defs/Notices"
  }
 },
 "patternProperties": {
  "^x-": {
   "description": "Notes and YAML anchors; ignored."
  }
 },
 "additionalProperties": false,
 "$defs": {
  "Notices": {
   "title": "NoticesInput",
   "description": "Who is notified of a real run, and when: a program, or a webhook. The sandbox and rehearsals send no notices.",
   "type": "object",
   "properties": {
    "halted": {
     "$ref": "#/$defs/Notice",
     "description": "When an answer, a limit or an error has stopped the run.",
     "examples": [
      {
       "webhook": true
      }
     ]
    },
    "inDoubt": {
     "$ref": "#/$defs/Notice",
     "description": "When jobs are newly in doubt, at most once a minute.",
     "examples": [
      {
       "webhook": true
      }
     ]
    },
    "waiting": {
     "$ref": "#/$defs/Notice",
     "description": "When a wave of a step is over and the next one waits for a person (`callsheet promote`).",
     "examples": [
      {
       "webhook": true
      }
     ]
    },
    "finished": {
     "$ref": "#/$defs/Notice",
     "description": "When the run has ended and was not halted.",
     "examples": [
      {
       "command": [
        "./notify.sh"
       ]
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
   "examples": [
    {
     "halted": {
      "webhook": true
     },
     "finished": {
      "command": [
       "./notify.sh"
      ]
     }
    }
   ]
  },
  "Notice": {
   "title": "NoticeInput",
   "description": "One of `command` and `webhook`.",
   "type": "object",
   "properties": {
    "command": {
     "description": "A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It reads the notice as JSON on stdin.",
     "type": "array",
     "minItems": 1,
     "items": {
      "type": "string",
      "minLength": 1
     },
     "examples": [
      [
       "./notify.sh"
      ]
     ]
    },
    "webhook": {
     "description": "The notice is posted as JSON to the https address in `CALLSHEET_NOTICE_URL`.",
     "const": true,
     "examples": [
      true
     ]
    }
   },
   "minProperties": 1,
   "maxProperties": 1,
   "additionalProperties": false,
   "examples": [
    {
     "webhook": true
    }
   ]
  },
  "LocalDateTime": {
   "title": "LocalDateTime",
   "description": "A local date-time in the campaign's zone, without an offset; a `T` may replace the blank, seconds are optional.",
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
   "description": "A duration: `90s`, `15m`, `2h`, `1d`, several of them (`1h30m`), or ISO 8601 (`PT2H`). A day is 24 hours; the longest is `366d`.",
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
   "description": "The most starts in a time: `20/s`, `600/m`, `5000/h`, `20000/d`, or `1/6s`.",
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
   "description": "Local hours in which jobs may start, half-open: a job may start at `open`, but not at `close`.",
   "type": "object",
   "properties": {
    "open": {
     "$ref": "#/$defs/LocalTime",
     "description": "The first minute in which jobs may start. Default: that of the window it narrows.",
     "examples": [
      "09:00"
     ]
    },
    "close": {
     "$ref": "#/$defs/LocalTime",
     "description": "From this time on nothing starts. A time before `open` is on the next morning (transactional steps only).",
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
     "description": "Dates on which the window stays closed, such as holidays.",
     "type": "array",
     "items": {
      "$ref": "#/$defs/LocalDate"
     },
     "examples": [
      [
       "2026-12-25"
      ]
     ]
    },
    "holidays": {
     "description": "Holidays on which the window stays closed: of a country (two letters), or `{ by: number }`, of the country of each number. `holidays/NG-2026.yaml` beside the campaign has those of one country and year.",
     "anyOf": [
      {
       "type": "string",
       "pattern": "^[A-Z]{2}$"
      },
      {
       "title": "HolidaysByInput",
       "type": "object",
       "required": [
        "by"
       ],
       "properties": {
        "by": {
         "description": "The country of the recipient's number.",
         "const": "number",
         "examples": [
          "number"
         ]
        }
       },
       "additionalProperties": false
      }
     ],
     "x-words": "a country such as `NG`, or `{ by: number }`",
     "examples": [
      "NG",
      {
       "by": "number"
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
   "description": "The sender, used in every request that has a field for it. May be templates over `env`, `inputs` and `vars`.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Application id (`appId` of every operation that has one).",
     "type": "string",
     "minLength": 1,
     "examples": [
      "{{ env.APP_ID }}"
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
   "description": "A value given with `--input`.",
   "type": "object",
   "properties": {
    "type": {
     "description": "The type of the value. Default: string.",
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
     "description": "Used when the input is not given. An input without a default is required.",
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
     "description": "What the input is for; shown when it is missing.",
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
   "description": "How fast the campaign runs, how much it may cost, and when it stops.",
   "type": "object",
   "properties": {
    "concurrency": {
     "description": "Requests in flight at the same time. Default 32.",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "examples": [
      32
     ]
    },
    "rate": {
     "$ref": "#/$defs/Rate",
     "description": "Starts of jobs, over all steps together.",
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
     "description": "When the run halts because the service rejects too much. Default: when the first 20 jobs of a step (or all of 5 to 19) are rejected with one code, or half of its last 100 jobs. `never`: it does not halt for this.",
     "anyOf": [
      {
       "const": "never"
      },
      {
       "$ref": "#/$defs/StopAfter"
      }
     ],
     "x-words": "a limit such as `{ failures: \"5%\", of: 200 }`, or `never`",
     "examples": [
      {
       "failures": "5%",
       "of": 200
      },
      "never"
     ]
    },
    "doubts": {
     "description": "The run halts when its process has left this many jobs in doubt; the next process counts from 0. Default: as many as `concurrency`.",
     "type": "integer",
     "minimum": 1,
     "examples": [
      32
     ]
    },
    "guard": {
     "$ref": "#/$defs/Duration",
     "description": "How long before a window closes the last job may start, to leave time for latency. Default 2s.",
     "examples": [
      "2s"
     ]
    },
    "account": {
     "title": "AccountLimitsInput",
     "description": "Limits of the account (base URL and `appId`). All campaigns that use it share them if they share a store; each must give the same.",
     "type": "object",
     "properties": {
      "rate": {
       "$ref": "#/$defs/Rate",
       "description": "Starts of jobs, over all campaigns of the account together.",
       "examples": [
        "50/s"
       ]
      },
      "concurrency": {
       "description": "Requests in flight at the same time, over all campaigns of the account together.",
       "type": "integer",
       "minimum": 1,
       "maximum": 1000,
       "examples": [
        32
       ]
      },
      "doubts": {
       "description": "The number of jobs in doubt, over all running campaigns of the account together, at which all of them halt.",
       "type": "integer",
       "minimum": 1,
       "examples": [
        32
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
       "rate": "50/s",
       "concurrency": 32
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
  "StopAfter": {
   "title": "StopAfterInput",
   "description": "Halt when at least this many of the latest settled jobs were rejected.",
   "type": "object",
   "required": [
    "failures"
   ],
   "properties": {
    "failures": {
     "description": "A share such as `\"5%\"`, or a number of jobs.",
     "$ref": "#/$defs/JobsOrShare",
     "examples": [
      "5%",
      20
     ]
    },
    "of": {
     "description": "How many of the latest settled jobs count. Default 100.",
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
  "AudiencePath": {
   "title": "AudiencePath",
   "type": "string",
   "pattern": "\\.((csv|jsonl|ndjson)(\\.gz)?|parquet)$",
   "x-words": "a path that ends in `.csv`, `.jsonl` or `.parquet`, the first two perhaps with `.gz` behind it"
  },
  "ListPath": {
   "title": "ListPath",
   "description": "Path of a recipient list.",
   "type": "string",
   "pattern": "\\.(csv|jsonl|ndjson)(\\.gz)?$",
   "x-words": "a path that ends in `.csv` or `.jsonl`, perhaps with `.gz` behind it"
  },
  "CellValues": {
   "title": "CellValuesInput",
   "description": "A value, or a list of values, compared as text.",
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
  "CellPatterns": {
   "title": "CellPatternsInput",
   "description": "A pattern for the whole cell, or a list of patterns: `*` is any text, `?` one character, and a backslash before them takes that meaning away.",
   "anyOf": [
    {
     "type": "string",
     "minLength": 1,
     "maxLength": 200
    },
    {
     "type": "array",
     "minItems": 1,
     "items": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     }
    }
   ],
   "x-words": "a pattern or a list of patterns"
  },
  "CellTime": {
   "title": "CellTime",
   "description": "A local date, which is the whole day, or a local date-time in the campaign's zone.",
   "type": "string",
   "pattern": "^\\d{4}-\\d{2}-\\d{2}([ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)?$",
   "x-words": "a date such as `2026-11-23`, or a local date-time such as `2026-11-23 09:00`"
  },
  "CellCondition": {
   "title": "CellConditionInput",
   "description": "What the cells of a column must be; with several keys, all must hold.",
   "type": "object",
   "properties": {
    "oneOf": {
     "description": "One of these values, compared as text.",
     "$ref": "#/$defs/CellValues",
     "examples": [
      [
       "gold",
       "silver"
      ]
     ]
    },
    "not": {
     "description": "None of these values, compared as text, or with `{ matches: \"*@example.com\" }` no text like a pattern. An empty cell is selected, unless the list has `\"\"`.",
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
      },
      {
       "title": "NotLikeInput",
       "type": "object",
       "required": [
        "matches"
       ],
       "properties": {
        "matches": {
         "$ref": "#/$defs/CellPatterns",
         "examples": [
          "*@test.example"
         ]
        }
       },
       "additionalProperties": false
      }
     ],
     "x-words": "a value, a list of values, or `{ matches: … }`",
     "examples": [
      "closed"
     ]
    },
    "atLeast": {
     "description": "A number, and at least this.",
     "type": "number",
     "examples": [
      18
     ]
    },
    "atMost": {
     "description": "A number, and at most this.",
     "type": "number",
     "examples": [
      65
     ]
    },
    "before": {
     "description": "A date or time before this one, in the campaign's zone.",
     "$ref": "#/$defs/CellTime",
     "examples": [
      "2026-11-01"
     ]
    },
    "after": {
     "description": "A date or time after this one, in the campaign's zone; after a date means from the next day on.",
     "$ref": "#/$defs/CellTime",
     "examples": [
      "2026-01-31"
     ]
    },
    "matches": {
     "description": "Text like this pattern, or like one of a list: `*` is any text, `?` one character. The whole cell counts, and upper and lower case differ.",
     "$ref": "#/$defs/CellPatterns",
     "examples": [
      "*@example.com"
     ]
    }
   },
   "additionalProperties": false,
   "minProperties": 1,
   "examples": [
    {
     "atLeast": 18,
     "atMost": 65
    }
   ]
  },
  "Where": {
   "title": "WhereInput",
   "description": "Only recipients whose cells meet these conditions. Each column has a value, a list of allowed values, or the keys below; with several columns or keys, all must hold.",
   "type": "object",
   "additionalProperties": {
    "description": "A value, a list of allowed values, or a condition.",
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
     },
     {
      "$ref": "#/$defs/CellCondition"
     }
    ],
    "x-words": "a value, a list of values, or a condition such as `{ atLeast: 18 }`"
   },
   "minProperties": 1,
   "examples": [
    {
     "tier": [
      "gold",
      "silver"
     ]
    },
    {
     "age": {
      "atLeast": 18
     },
     "status": {
      "not": "closed"
     },
     "joined": {
      "after": "2026-01-31"
     }
    }
   ]
  },
  "Audience": {
   "title": "AudienceInput",
   "description": "A recipient list: a CSV or JSONL file, or rows that are read from where they live into a snapshot. One of `file`, `sql`, `http` and `command` names it.",
   "type": "object",
   "required": [
    "key"
   ],
   "properties": {
    "file": {
     "$ref": "#/$defs/AudiencePath",
     "description": "The list, `.csv` or `.jsonl`, or one of these compressed with gzip, such as `.csv.gz`; or a `.parquet` file, which is read into a snapshot. Relative to this file and inside the repository.",
     "examples": [
      "audiences/members.csv"
     ]
    },
    "sql": {
     "description": "A file with one SELECT statement, read from the database of `from`. Its address comes from the environment: `CALLSHEET_AUDIENCE_<NAME>_URL`.",
     "type": "string",
     "pattern": "\\.sql$",
     "examples": [
      "audiences/lapsed.sql"
     ],
     "x-words": "a path that ends in `.sql`"
    },
    "from": {
     "description": "The kind of database that `sql` reads.",
     "type": "string",
     "enum": [
      "postgres",
      "sqlite"
     ],
     "examples": [
      "postgres"
     ]
    },
    "params": {
     "description": "Values of the parameters of `sql`, which names them `:tier`. They are bound, never put into the text. May be templates over `env`, `inputs` and `vars`.",
     "type": "object",
     "propertyNames": {
      "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,62}$"
     },
     "additionalProperties": {
      "description": "A value, or a template of one.",
      "type": [
       "string",
       "number",
       "boolean"
      ]
     },
     "examples": [
      {
       "tier": "gold"
      }
     ]
    },
    "http": {
     "description": "An https address with CSV or NDJSON. `CALLSHEET_AUDIENCE_<NAME>_URL` replaces it, for an address that is a secret.",
     "type": "string",
     "pattern": "^https?://[^\\s@]+$",
     "examples": [
      "https://data.example.com/members.csv"
     ],
     "x-words": "an address such as `https://data.example.com/members.csv`, without a password"
    },
    "command": {
     "description": "A program and its arguments, started without a shell in the folder of this file, only with `--allow-commands`. It prints CSV or NDJSON.",
     "type": "array",
     "minItems": 1,
     "items": {
      "type": "string",
      "minLength": 1
     },
     "examples": [
      [
       "bq",
       "query",
       "--format=csv",
       "SELECT phone FROM crm.lapsed"
      ]
     ]
    },
    "format": {
     "description": "What `http` or `command` gives. Default: `csv`, or `ndjson` if the address ends in `.ndjson` or `.jsonl`.",
     "type": "string",
     "enum": [
      "csv",
      "ndjson"
     ],
     "examples": [
      "csv"
     ]
    },
    "columns": {
     "description": "The columns of the source that are read, with their types: `text`, `number`, `instant` (a time with an offset), `date`, `boolean`. Others are not kept.",
     "type": "object",
     "additionalProperties": {
      "description": "The type of the column.",
      "type": "string",
      "enum": [
       "text",
       "number",
       "instant",
       "date",
       "boolean"
      ]
     },
     "minProperties": 1,
     "examples": [
      {
       "phone": "text",
       "first_name": "text",
       "last_inbound_at": "instant"
      }
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
    "sep": {
     "description": "What separates the columns of CSV files, in `file` and in `exclude`: a comma (default), `;`, `|`, or a tab, written `\"\\t\"`.",
     "type": "string",
     "enum": [
      ",",
      ";",
      "|",
      "\t"
     ],
     "examples": [
      ";"
     ]
    },
    "encoding": {
     "title": "ListEncoding",
     "description": "How the texts of `file` and `exclude` are written, or those that `http` and `command` give: a name of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels), in small letters. Default: UTF-8, or UTF-16 with a byte order mark.",
     "type": "string",
     "enum": [
      "utf-8",
      "utf-16le",
      "utf-16be",
      "windows-1250",
      "windows-1251",
      "windows-1252",
      "windows-1253",
      "windows-1254",
      "windows-1255",
      "windows-1256",
      "windows-1257",
      "windows-1258",
      "windows-874",
      "iso-8859-2",
      "iso-8859-3",
      "iso-8859-4",
      "iso-8859-5",
      "iso-8859-6",
      "iso-8859-7",
      "iso-8859-8",
      "iso-8859-8-i",
      "iso-8859-10",
      "iso-8859-13",
      "iso-8859-14",
      "iso-8859-15",
      "macintosh",
      "x-mac-cyrillic",
      "ibm866",
      "koi8-r",
      "koi8-u",
      "gbk",
      "gb18030",
      "big5",
      "shift_jis",
      "euc-jp",
      "iso-2022-jp",
      "euc-kr"
     ],
     "examples": [
      "windows-1252"
     ]
    },
    "country": {
     "description": "Numbers without a country code belong to this country, in `file` and in `exclude`: two letters of ISO 3166, or the column that has them or the names of countries. Default: each number has its country code.",
     "x-words": "two capital letters such as `NG`, or a map such as `{ column: Country }`",
     "anyOf": [
      {
       "type": "string",
       "pattern": "^[A-Z]{2}$",
       "x-words": "two capital letters such as `NG`"
      },
      {
       "title": "CountryColumnInput",
       "type": "object",
       "required": [
        "column"
       ],
       "properties": {
        "column": {
         "description": "Column with the country of each row: `NG` or `Nigeria`, in capitals or not.",
         "type": "string",
         "minLength": 1,
         "examples": [
          "Country"
         ]
        }
       },
       "additionalProperties": false
      }
     ],
     "examples": [
      "NG",
      {
       "column": "Country"
      }
     ]
    },
    "timezone": {
     "description": "The recipient's time zone; windows are in the recipient's local time. Default: by the country of the number; where it has several times, the hours of all its zones must be open at once.",
     "type": "object",
     "properties": {
      "column": {
       "description": "Column with an IANA zone; an empty cell skips the recipient, unless `else` says how it is read.",
       "type": "string",
       "minLength": 1,
       "examples": [
        "tz"
       ]
      },
      "zone": {
       "description": "One IANA zone for all recipients.",
       "type": "string",
       "minLength": 1,
       "examples": [
        "Africa/Lagos"
       ]
      },
      "else": {
       "description": "How an empty cell of the column is read: `number` for the zones of the number's country, or an IANA zone. Default: these recipients are skipped.",
       "type": "string",
       "minLength": 1,
       "x-words": "`number` or an IANA zone such as `Africa/Lagos`",
       "examples": [
        "number",
        "Africa/Lagos"
       ]
      }
     },
     "minProperties": 1,
     "additionalProperties": false,
     "title": "AudienceZoneInput",
     "examples": [
      {
       "column": "tz"
      }
     ]
    },
    "lastInbound": {
     "description": "Column with the instant of the recipient's last message to the business number; it opens the 24 hours in which WhatsApp messages may be sent. A time in the future when the step opens is ignored.",
     "x-words": "a column, or a map such as `{ column: last_inbound_at, format: DD/MM/YYYY HH:mm }`",
     "anyOf": [
      {
       "type": "string",
       "minLength": 1
      },
      {
       "title": "LastInboundInput",
       "type": "object",
       "required": [
        "column"
       ],
       "properties": {
        "column": {
         "description": "The column.",
         "type": "string",
         "minLength": 1,
         "examples": [
          "last_inbound_at"
         ]
        },
        "format": {
         "description": "How its cells are written: `YYYY` or `YY`, `MM` or `M`, `DD` or `D`, `HH` or `H` (or `h` with `A` for AM and PM), `mm`, `ss`. Default: ISO 8601, or seconds or milliseconds since 1970.",
         "type": "string",
         "minLength": 1,
         "examples": [
          "DD/MM/YYYY HH:mm",
          "M/D/YYYY h:mm A"
         ]
        },
        "zone": {
         "description": "IANA zone of times without an offset. Default: the campaign's zone.",
         "type": "string",
         "minLength": 1,
         "x-words": "an IANA zone such as `Africa/Lagos`",
         "examples": [
          "UTC"
         ]
        }
       },
       "additionalProperties": false
      }
     ],
     "examples": [
      "last_inbound_at",
      {
       "column": "last_inbound_at",
       "format": "DD/MM/YYYY HH:mm"
      }
     ]
    },
    "exclude": {
     "description": "Files with the same key column whose recipients are left out.",
     "type": "array",
     "items": {
      "$ref": "#/$defs/ListPath"
     },
     "examples": [
      [
       "audiences/do-not-contact.csv"
      ]
     ]
    },
    "where": {
     "$ref": "#/$defs/Where"
    },
    "refresh": {
     "description": "What a run does with later snapshots: `frozen` (default) keeps the one with which it began; `growing` reads it again at each `run`, and newcomers join; `tracking` also drops who has left and was not reached.",
     "type": "string",
     "enum": [
      "frozen",
      "growing",
      "tracking"
     ],
     "examples": [
      "frozen"
     ]
    },
    "expect": {
     "title": "AudienceExpectInput",
     "description": "Limits for a snapshot; one that breaks them is refused.",
     "type": "object",
     "properties": {
      "rows": {
       "title": "AudienceRowsInput",
       "description": "How many rows the source may give.",
       "type": "object",
       "properties": {
        "atLeast": {
         "description": "No fewer rows than this. Default 1.",
         "type": "integer",
         "minimum": 0,
         "examples": [
          1000
         ]
        },
        "atMost": {
         "description": "No more rows than this.",
         "type": "integer",
         "minimum": 1,
         "examples": [
          20000
         ]
        }
       },
       "minProperties": 1,
       "additionalProperties": false,
       "examples": [
        {
         "atLeast": 1000,
         "atMost": 20000
        }
       ]
      },
      "change": {
       "description": "How many people may join and leave since the last snapshot, as a share of it.",
       "type": "string",
       "pattern": "^\\d+(\\.\\d+)?%$",
       "x-words": "a share such as `20%`",
       "examples": [
        "20%"
       ]
      }
     },
     "minProperties": 1,
     "additionalProperties": false,
     "examples": [
      {
       "rows": {
        "atLeast": 1000,
        "atMost": 20000
       },
       "change": "20%"
      }
     ]
    },
    "keepFor": {
     "description": "How long to keep a snapshot that no run uses any more. Default: until somebody deletes it.",
     "$ref": "#/$defs/Duration",
     "examples": [
      "30d"
     ]
    },
    "timeout": {
     "description": "How long the source may take. Default 10m.",
     "$ref": "#/$defs/Duration",
     "examples": [
      "10m"
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
     "file": "audiences/members.csv",
     "key": "phone"
    }
   ]
  },
  "ForEach": {
   "title": "ForEachInput",
   "description": "One job per recipient: an audience's name, or a part of an audience.",
   "anyOf": [
    {
     "type": "string",
     "minLength": 1,
     "description": "An audience's name."
    },
    {
     "title": "ForEachObjectInput",
     "description": "A part of an audience.",
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
       "description": "Only recipients whose job in an earlier step for the same audience ended like this, for example to try another channel.",
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
         "description": "How that recipient's job ended there, or a list of how it may have ended. A job in doubt matches none of them: the person may have been reached.",
         "anyOf": [
          {
           "$ref": "#/$defs/Outcome"
          },
          {
           "type": "array",
           "minItems": 1,
           "items": {
            "$ref": "#/$defs/Outcome"
           }
          }
         ],
         "x-words": "`accepted`, `rejected`, `skipped` or `expired`, or a list of these",
         "examples": [
          "accepted",
          [
           "skipped",
           "expired"
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
       "examples": [
        {
         "step": "followUp",
         "outcome": "rejected"
        }
       ]
      },
      "where": {
       "$ref": "#/$defs/Where"
      },
      "waves": {
       "description": "People in random order, some at a time: how many are sent to first, then how many more, as numbers or shares of all, and `rest` at the end. Between two waves the step waits as `between` says.",
       "type": "array",
       "minItems": 2,
       "maxItems": 20,
       "items": {
        "$ref": "#/$defs/WaveSize"
       },
       "examples": [
        [
         50,
         "5%",
         "rest"
        ]
       ]
      },
      "between": {
       "$ref": "#/$defs/Between"
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
  "WaveSize": {
   "title": "WaveSizeInput",
   "anyOf": [
    {
     "type": "integer",
     "minimum": 1
    },
    {
     "type": "string",
     "pattern": "^(?!0(\\.0+)?%)(100(\\.0+)?|[1-9]?\\d(\\.\\d+)?)%$"
    },
    {
     "const": "rest"
    }
   ],
   "x-words": "a number of people, a share such as `\"5%\"`, or `rest`"
  },
  "Between": {
   "title": "BetweenInput",
   "description": "What a step with `waves` waits for between two of them. Default: until a person runs `callsheet promote`.",
   "type": "object",
   "properties": {
    "after": {
     "$ref": "#/$defs/Duration",
     "description": "How long after the last answer of a wave the next one may begin. Alone, it begins then by itself.",
     "examples": [
      "2h"
     ]
    },
    "promote": {
     "description": "Whether a person must say `callsheet promote` before the next wave: `person`, or `auto`. Default: `auto` with `after`, else `person`.",
     "type": "string",
     "enum": [
      "person",
      "auto"
     ],
     "examples": [
      "person"
     ]
    },
    "haltIf": {
     "title": "HaltIfInput",
     "description": "The run halts when a wave has this many rejected jobs, or jobs in doubt. Only `callsheet promote` carries it on.",
     "type": "object",
     "properties": {
      "rejected": {
       "$ref": "#/$defs/JobsOrShare",
       "description": "At least this many jobs of the wave, or this share of those that are answered.",
       "examples": [
        "5%"
       ]
      },
      "inDoubt": {
       "$ref": "#/$defs/JobsOrShare",
       "description": "At least this many jobs of the wave, or this share of those that are answered.",
       "examples": [
        3
       ]
      },
      "atLeast": {
       "description": "So many jobs must be answered before a share counts, or the whole wave. Default 20.",
       "type": "integer",
       "minimum": 1,
       "examples": [
        50
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
       "rejected": "5%",
       "inDoubt": 3,
       "atLeast": 50
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
   "examples": [
    {
     "after": "2h",
     "promote": "person",
     "haltIf": {
      "rejected": "5%",
      "inDoubt": 3
     }
    }
   ]
  },
  "JobsOrShare": {
   "title": "JobsOrShareInput",
   "anyOf": [
    {
     "type": "string",
     "pattern": "^(?!0(\\.0+)?%)(100(\\.0+)?|[1-9]?\\d(\\.\\d+)?)%$"
    },
    {
     "type": "integer",
     "minimum": 1
    }
   ],
   "x-words": "a share such as `\"5%\"`, or a number of jobs"
  },
  "Outcome": {
   "title": "OutcomeInput",
   "type": "string",
   "enum": [
    "accepted",
    "rejected",
    "skipped",
    "expired"
   ]
  },
  "Comparison": {
   "title": "ComparisonInput",
   "description": "A condition on one output of a query.",
   "type": "object",
   "properties": {
    "atLeast": {
     "description": "Holds if the output is at least this; for a list, its length counts.",
     "type": "number",
     "examples": [
      50
     ]
    },
    "atMost": {
     "description": "Holds if the output is at most this; for a list, its length counts.",
     "type": "number",
     "examples": [
      10
     ]
    },
    "equals": {
     "description": "Holds if the output equals this; for a list, its length counts.",
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
   "description": "A title of the step. Plans, reports and messages of a run show it before the id: `Second reminder (followUp)`.",
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
   "description": "When the needs have finished: `on-success` (default) if they were accepted, `on-failure` if one was not (of a `forEach` step: if it has a rejected job, or has stopped), or `always`. Without `needs`, `on-failure` and `always` watch all other steps. Whom a step on failure, or a step after it, has reached, the steps that the failure kept from starting do not reach in a later run.",
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
   "description": "How long to wait after the needs have finished, or after `starts` if the step needs nothing.",
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
   "description": "Local hours of this step, which narrow the campaign's. With `purpose: transactional` any hours, or `always`.",
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
   "description": "Why the step contacts people: `marketing` (default, also written `campaign`), `service`, `collection`, `survey`; or `transactional` if the recipient has just asked for this (a code, an answer), and then the step may have any hours.",
   "type": "string",
   "enum": [
    "campaign",
    "marketing",
    "service",
    "collection",
    "survey",
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
     "$ref": "#/$defs/with whatsapp.send",
     "description": "The request body of `whatsapp.send`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "type": "text",
       "text": {
        "body": "Hello {{ recipient.first_name | default: 'there' }}"
       }
      }
     ]
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
     "$ref": "#/$defs/with voice.redial",
     "description": "The request body of `voice.redial`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "taskId": 1001,
       "source": 1,
       "voiceFileId": "{{ steps.greeting.fileId }}"
      }
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
     "$ref": "#/$defs/with otp.send",
     "description": "The request body of `otp.send`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "templateId": 31,
       "channel": "sms"
      }
     ]
    },
    "expires": {
     "$ref": "#/$defs/Duration",
     "description": "How long a code is valid, from its first attempt. Default 5m.",
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
     "$ref": "#/$defs/with audio.upload",
     "description": "The request body of `audio.upload`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "file": "audio/spring.mp3"
      }
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
     "$ref": "#/$defs/with aivoice.pause",
     "description": "The request body of `aivoice.pause`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "jobId": 2001
      }
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
     "maxProperties": 0,
     "examples": [
      {}
     ]
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.",
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
     "description": "How often to ask again until `expect` holds, or until `until`. At least `1s`.",
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
     "$ref": "#/$defs/with agents.list",
     "description": "The request body of `agents.list`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "params": {
        "status": 2,
        "enable": 0
       }
      }
     ]
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.",
     "type": "object",
     "properties": {
      "total": {
       "$ref": "#/$defs/Comparison",
       "description": "The total number of records."
      },
      "records": {
       "$ref": "#/$defs/Comparison",
       "description": "The records; a condition counts them."
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
     "description": "How often to ask again until `expect` holds, or until `until`. At least `1s`.",
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
     "$ref": "#/$defs/with axb.list",
     "description": "The request body of `axb.list`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "params": {
        "appId": "sandbox-app"
       }
      }
     ]
    },
    "expect": {
     "title": "ExpectInput",
     "description": "A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.",
     "type": "object",
     "properties": {
      "total": {
       "$ref": "#/$defs/Comparison",
       "description": "The total number of records."
      },
      "records": {
       "$ref": "#/$defs/Comparison",
       "description": "The records; a condition counts them."
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
     "description": "How often to ask again until `expect` holds, or until `until`. At least `1s`.",
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
     "$ref": "#/$defs/with sms.backfill",
     "description": "The request body of `sms.backfill`, field for field as the service names it. Strings may be Liquid templates.",
     "examples": [
      {
       "msgid": "{{ steps.code.verificationId }}"
      }
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
  },
  "Contacts": {
   "title": "ContactsInput",
   "description": "How often a person may be contacted over all campaigns of the project, and what a contact requires. `contacts.yaml` beside the campaign has the rules of the project; a campaign can only add to them.",
   "type": "object",
   "properties": {
    "priority": {
     "description": "Where a cap leaves no room for two campaigns, the one with the greater priority goes first, and the other waits. In `contacts.yaml`: for campaigns without one. Default: 0.",
     "type": "integer",
     "minimum": 0,
     "maximum": 100,
     "examples": [
      10
     ]
    },
    "caps": {
     "description": "The most contacts that one person may get. All caps hold.",
     "type": "array",
     "items": {
      "title": "ContactCapInput",
      "description": "The most contacts that one person may get in a period.",
      "type": "object",
      "required": [
       "max",
       "per"
      ],
      "properties": {
       "max": {
        "description": "The most contacts in the period.",
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "examples": [
         1
        ]
       },
       "per": {
        "title": "CapPeriod",
        "description": "`day`: a day of the recipient's calendar. `rolling 30d`: any 30 days.",
        "type": "string",
        "pattern": "^(day|rolling [1-9]\\d{0,4}[mhd])$",
        "x-words": "`day`, or a rolling time such as `rolling 24h` or `rolling 7d`",
        "examples": [
         "day",
         "rolling 30d"
        ]
       },
       "channel": {
        "description": "Only contacts over this channel. Default: all.",
        "type": "string",
        "enum": [
         "whatsapp",
         "otp"
        ],
        "examples": [
         "whatsapp"
        ]
       },
       "purpose": {
        "description": "Only contacts for these purposes. Default: all except `transactional`.",
        "anyOf": [
         {
          "type": "string",
          "enum": [
           "marketing",
           "service",
           "collection",
           "survey",
           "transactional"
          ]
         },
         {
          "type": "array",
          "minItems": 1,
          "items": {
           "type": "string",
           "enum": [
            "marketing",
            "service",
            "collection",
            "survey",
            "transactional"
           ]
          }
         }
        ],
        "x-words": "a purpose, or a list of them: `marketing`, `service`, `collection`, `survey`, `transactional`",
        "examples": [
         "marketing",
         [
          "marketing",
          "survey"
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
      "examples": [
       {
        "max": 1,
        "per": "day",
        "channel": "whatsapp"
       }
      ]
     },
     "examples": [
      [
       {
        "max": 1,
        "per": "day",
        "channel": "whatsapp"
       },
       {
        "max": 4,
        "per": "rolling 30d"
       }
      ]
     ]
    },
    "atLeastApart": {
     "$ref": "#/$defs/Duration",
     "description": "The shortest time between two contacts with one person, except transactional ones.",
     "examples": [
      "4h"
     ]
    },
    "suppression": {
     "description": "Do-not-contact lists that must have been imported with `callsheet suppress --import`.",
     "type": "array",
     "items": {
      "title": "SuppressionListInput",
      "description": "One list, and how old it may be.",
      "type": "object",
      "required": [
       "list"
      ],
      "properties": {
       "list": {
        "description": "The name of the list, as `suppress --list` gave it.",
        "type": "string",
        "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
        "x-words": "lower-case letters, digits and hyphens, such as `do-not-call`",
        "examples": [
         "do-not-call"
        ]
       },
       "maxAge": {
        "$ref": "#/$defs/Duration",
        "description": "How long ago it may have been imported. An older list stops plan and run.",
        "examples": [
         "31d"
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
        "list": "do-not-call",
        "maxAge": "31d"
       }
      ]
     },
     "examples": [
      [
       {
        "list": "do-not-call",
        "maxAge": "31d"
       }
      ]
     ]
    },
    "consent": {
     "description": "Contacts that need the person's recorded consent; people without it are skipped.",
     "type": "array",
     "items": {
      "title": "ConsentInput",
      "description": "Contacts of this purpose and channel need a consent.",
      "type": "object",
      "properties": {
       "channel": {
        "description": "Contacts over this channel. Default: all.",
        "type": "string",
        "enum": [
         "whatsapp",
         "otp"
        ],
        "examples": [
         "whatsapp"
        ]
       },
       "purpose": {
        "description": "Contacts for these purposes. Default: all except `transactional`.",
        "anyOf": [
         {
          "type": "string",
          "enum": [
           "marketing",
           "service",
           "collection",
           "survey",
           "transactional"
          ]
         },
         {
          "type": "array",
          "minItems": 1,
          "items": {
           "type": "string",
           "enum": [
            "marketing",
            "service",
            "collection",
            "survey",
            "transactional"
           ]
          }
         }
        ],
        "x-words": "a purpose, or a list of them: `marketing`, `service`, `collection`, `survey`, `transactional`",
        "examples": [
         "marketing",
         [
          "marketing",
          "survey"
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
      "examples": [
       {
        "purpose": "marketing",
        "channel": "whatsapp"
       }
      ]
     },
     "examples": [
      [
       {
        "purpose": "marketing"
       }
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
   "examples": [
    {
     "caps": [
      {
       "max": 1,
       "per": "day"
      }
     ],
     "atLeastApart": "4h"
    }
   ]
  },
  "with whatsapp.send": {
   "description": "Body of POST /wa/custom/sendMsg.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Id of the application that sends.",
     "type": "string",
     "examples": [
      "sandbox-app"
     ]
    },
    "businessPhone": {
     "description": "The business number that sends: digits with country code, as a String; a whole number is accepted too. The document says too long and too short without figures: 7 to 15 digits are assumed.",
     "type": [
      "string",
      "integer"
     ],
     "examples": [
      "2348000000001"
     ]
    },
    "channelType": {
     "description": "The channel: 0 is WhatsApp, and only 0 is allowed.",
     "anyOf": [
      {
       "enum": [
        0
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ]
    },
    "recipient": {
     "description": "The number that receives: digits with country code. The document says too long and too short without figures: 7 to 15 digits are assumed.",
     "type": "string",
     "examples": [
      "2348000000002"
     ]
    },
    "type": {
     "description": "The kind of message; the content is in the field of the same name.",
     "anyOf": [
      {
       "enum": [
        "text",
        "image",
        "audio",
        "video",
        "location",
        "document",
        "sticker",
        "interactive",
        "contacts"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ]
    },
    "text": {
     "description": "The content of a text message.",
     "type": "object",
     "properties": {
      "body": {
       "description": "The text, at most 4096 characters.",
       "type": "string",
       "examples": [
        "Hello Ada, shall we renew?"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "body": "Hello Ada, shall we renew?"
      }
     ]
    },
    "context": {
     "description": "Makes the message a reply to an earlier one. For text messages only.",
     "type": [
      "object",
      "null"
     ],
     "properties": {
      "refMessageId": {
       "description": "Id of the upstream message that is replied to.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "wamid.1"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "refMessageId": "wamid.1"
      }
     ]
    },
    "image": {
     "description": "The picture, at most 5 MB.",
     "type": "object",
     "properties": {
      "link": {
       "description": "URL of the picture.",
       "type": "string",
       "examples": [
        "https://cdn.example/offer.jpg"
       ]
      },
      "caption": {
       "description": "Title below the picture.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "Our spring offer"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "link": "https://cdn.example/offer.jpg"
      }
     ]
    },
    "audio": {
     "description": "The sound, at most 16 MB.",
     "type": "object",
     "properties": {
      "link": {
       "description": "URL of the sound.",
       "type": "string",
       "examples": [
        "https://cdn.example/spring.mp3"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "link": "https://cdn.example/spring.mp3"
      }
     ]
    },
    "video": {
     "description": "The film, at most 16 MB.",
     "type": "object",
     "properties": {
      "link": {
       "description": "URL of the film.",
       "type": "string",
       "examples": [
        "https://cdn.example/tour.mp4"
       ]
      },
      "caption": {
       "description": "Title below the film.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "A tour in one minute"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "link": "https://cdn.example/tour.mp4"
      }
     ]
    },
    "location": {
     "description": "A place on the map.",
     "type": "object",
     "properties": {
      "longitude": {
       "description": "Longitude, as text.",
       "type": "string",
       "examples": [
        "3.3792"
       ]
      },
      "latitude": {
       "description": "Latitude, as text.",
       "type": "string",
       "examples": [
        "6.5244"
       ]
      },
      "name": {
       "description": "Name of the place.",
       "type": "string",
       "examples": [
        "Lagos office"
       ]
      },
      "address": {
       "description": "Address of the place, in words.",
       "type": "string",
       "examples": [
        "1 Marina, Lagos"
       ]
      },
      "link": {
       "description": "Appears in a sample of the document; its meaning is not shown.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "https://maps.example/lagos"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "longitude": "3.3792",
       "latitude": "6.5244",
       "name": "Lagos office",
       "address": "1 Marina, Lagos"
      }
     ]
    },
    "document": {
     "description": "The document, at most 100 MB.",
     "type": "object",
     "properties": {
      "link": {
       "description": "URL of the document.",
       "type": "string",
       "examples": [
        "https://cdn.example/terms.pdf"
       ]
      },
      "filename": {
       "description": "The name under which it is shown and saved.",
       "type": "string",
       "examples": [
        "terms.pdf"
       ]
      },
      "caption": {
       "description": "Title below the document.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "Terms for 2026"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "link": "https://cdn.example/terms.pdf",
       "filename": "terms.pdf"
      }
     ]
    },
    "sticker": {
     "description": "The sticker, at most 100 KB.",
     "type": "object",
     "properties": {
      "link": {
       "description": "URL of the sticker.",
       "type": "string",
       "examples": [
        "https://cdn.example/wave.webp"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "link": "https://cdn.example/wave.webp"
      }
     ]
    },
    "interactive": {
     "description": "The content of an interactive message: a list, reply buttons, a location request or a carousel.",
     "type": "object",
     "properties": {
      "type": {
       "description": "What kind of interactive message it is.",
       "anyOf": [
        {
         "enum": [
          "list",
          "button",
          "location_request_message",
          "carousel"
         ]
        },
        {
         "type": "string",
         "pattern": "\\{[{%]",
         "description": "A Liquid template."
        }
       ]
      },
      "header": {
       "description": "A line above the text.",
       "type": [
        "object",
        "null"
       ],
       "properties": {
        "type": {
         "description": "`text` is the only kind.",
         "anyOf": [
          {
           "enum": [
            "text"
           ]
          },
          {
           "type": "string",
           "pattern": "\\{[{%]",
           "description": "A Liquid template."
          }
         ]
        },
        "text": {
         "description": "The line itself.",
         "type": [
          "string",
          "null"
         ],
         "examples": [
          "Spring"
         ]
        }
       },
       "additionalProperties": false,
       "examples": [
        {
         "type": "text",
         "text": "Spring"
        }
       ]
      },
      "body": {
       "description": "The text of the message.",
       "type": "object",
       "properties": {
        "text": {
         "description": "The text itself.",
         "type": "string",
         "examples": [
          "How can we help?"
         ]
        }
       },
       "additionalProperties": false,
       "examples": [
        {
         "text": "How can we help?"
        }
       ]
      },
      "footer": {
       "description": "A line below the text.",
       "type": [
        "object",
        "null"
       ],
       "properties": {
        "text": {
         "description": "The line itself.",
         "type": [
          "string",
          "null"
         ],
         "examples": [
          "Reply STOP to leave"
         ]
        }
       },
       "additionalProperties": false,
       "examples": [
        {
         "text": "Reply STOP to leave"
        }
       ]
      },
      "action": {
       "description": "What the recipient can do: open a list.",
       "type": "object",
       "properties": {
        "button": {
         "description": "Label of the button that opens the list.",
         "type": "string",
         "examples": [
          "Choose"
         ]
        },
        "sections": {
         "description": "The list's sections. How many there may be is not shown.",
         "type": "array",
         "items": {
          "description": "One section of the list.",
          "type": "object",
          "properties": {
           "title": {
            "description": "Title of the section.",
            "type": "string",
            "examples": [
             "Plans"
            ]
           },
           "rows": {
            "description": "The section's rows. How many there may be is not shown.",
            "type": "array",
            "items": {
             "description": "One row of the list.",
             "type": "object",
             "properties": {
              "id": {
               "description": "Identifier of the row, at most 200 characters.",
               "type": "string",
               "examples": [
                "gold"
               ]
              },
              "title": {
               "description": "What the row says, at most 24 characters.",
               "type": "string",
               "examples": [
                "Gold"
               ]
              },
              "description": {
               "description": "The text below it, at most 72 characters.",
               "type": [
                "string",
                "null"
               ],
               "examples": [
                "Everything, and a person to call"
               ]
              }
             },
             "additionalProperties": false
            },
            "examples": [
             [
              {
               "id": "gold",
               "title": "Gold"
              }
             ]
            ]
           }
          },
          "additionalProperties": false
         },
         "examples": [
          [
           {
            "title": "Plans",
            "rows": [
             {
              "id": "gold",
              "title": "Gold"
             }
            ]
           }
          ]
         ]
        },
        "buttons": {
         "description": "Up to three buttons.",
         "type": "array",
         "items": {
          "description": "One button.",
          "type": "object",
          "properties": {
           "type": {
            "description": "`reply` is the only kind.",
            "anyOf": [
             {
              "enum": [
               "reply"
              ]
             },
             {
              "type": "string",
              "pattern": "\\{[{%]",
              "description": "A Liquid template."
             }
            ]
           },
           "reply": {
            "description": "What the button says, and what comes back when it is tapped.",
            "type": "object",
            "properties": {
             "id": {
              "description": "Identifier that the webhook returns, at most 256 characters, unique within the message.",
              "type": "string",
              "examples": [
               "yes"
              ]
             },
             "title": {
              "description": "What the button says, at most 20 characters, unique within the message.",
              "type": "string",
              "examples": [
               "Yes, renew"
              ]
             }
            },
            "additionalProperties": false,
            "examples": [
             {
              "id": "yes",
              "title": "Yes, renew"
             }
            ]
           }
          },
          "additionalProperties": false
         },
         "examples": [
          [
           {
            "type": "reply",
            "reply": {
             "id": "yes",
             "title": "Yes, renew"
            }
           }
          ]
         ]
        },
        "name": {
         "description": "Always `send_location`.",
         "anyOf": [
          {
           "enum": [
            "send_location"
           ]
          },
          {
           "type": "string",
           "pattern": "\\{[{%]",
           "description": "A Liquid template."
          }
         ]
        },
        "cards": {
         "description": "The cards, 2 to 10.",
         "type": "array",
         "items": {
          "description": "One card.",
          "type": "object",
          "properties": {
           "card_index": {
            "description": "Place in the order of display: from 0, without repeats or gaps.",
            "anyOf": [
             {
              "type": [
               "integer"
              ]
             },
             {
              "type": "string",
              "pattern": "\\{[{%]",
              "description": "A Liquid template."
             }
            ],
            "examples": [
             0
            ]
           },
           "type": {
            "description": "Always `cta_url`, for quick replies too.",
            "anyOf": [
             {
              "enum": [
               "cta_url"
              ]
             },
             {
              "type": "string",
              "pattern": "\\{[{%]",
              "description": "A Liquid template."
             }
            ]
           },
           "header": {
            "description": "The picture or film of the card.",
            "type": "object",
            "properties": {
             "type": {
              "description": "Whether it is a picture or a film.",
              "anyOf": [
               {
                "enum": [
                 "image",
                 "video"
                ]
               },
               {
                "type": "string",
                "pattern": "\\{[{%]",
                "description": "A Liquid template."
               }
              ]
             },
             "image": {
              "description": "The picture.",
              "type": "object",
              "properties": {
               "link": {
                "description": "http or https URL of the picture, at most 1500 characters.",
                "type": "string",
                "examples": [
                 "https://cdn.example/gold.jpg"
                ]
               }
              },
              "additionalProperties": false,
              "examples": [
               {
                "link": "https://cdn.example/gold.jpg"
               }
              ]
             },
             "video": {
              "description": "The film.",
              "type": "object",
              "properties": {
               "link": {
                "description": "http or https URL of the film, at most 1500 characters.",
                "type": "string",
                "examples": [
                 "https://cdn.example/gold.mp4"
                ]
               }
              },
              "additionalProperties": false,
              "examples": [
               {
                "link": "https://cdn.example/gold.mp4"
               }
              ]
             }
            },
            "additionalProperties": false,
            "examples": [
             {
              "type": "image",
              "image": {
               "link": "https://cdn.example/gold.jpg"
              }
             }
            ]
           },
           "body": {
            "description": "The text of the card.",
            "type": "object",
            "properties": {
             "text": {
              "description": "The text itself, at most 160 characters.",
              "type": "string",
              "examples": [
               "Gold: everything included"
              ]
             }
            },
            "additionalProperties": false,
            "examples": [
             {
              "text": "Gold: everything included"
             }
            ]
           },
           "action": {
            "description": "One URL button (`parameters`), or one or two quick replies (`buttons`).",
            "type": "object",
            "properties": {
             "name": {
              "description": "Always `cta_url`, for quick replies too.",
              "anyOf": [
               {
                "enum": [
                 "cta_url"
                ]
               },
               {
                "type": "string",
                "pattern": "\\{[{%]",
                "description": "A Liquid template."
               }
              ]
             },
             "parameters": {
              "description": "The URL button. Required unless there are quick replies, and not beside them.",
              "type": [
               "object",
               "null"
              ],
              "properties": {
               "display_text": {
                "description": "What the button says, at most 20 characters.",
                "type": "string",
                "examples": [
                 "Renew"
                ]
               },
               "url": {
                "description": "http or https URL that the device's browser opens, at most 1500 characters.",
                "type": "string",
                "examples": [
                 "https://shop.example/gold"
                ]
               }
              },
              "additionalProperties": false,
              "examples": [
               {
                "display_text": "Renew",
                "url": "https://shop.example/gold"
               }
              ]
             },
             "buttons": {
              "description": "One or two quick replies. Not beside a URL button.",
              "type": [
               "array",
               "null"
              ],
              "items": {
               "description": "One quick reply.",
               "type": "object",
               "properties": {
                "type": {
                 "description": "`quick_reply` is the only kind.",
                 "anyOf": [
                  {
                   "enum": [
                    "quick_reply"
                   ]
                  },
                  {
                   "type": "string",
                   "pattern": "\\{[{%]",
                   "description": "A Liquid template."
                  }
                 ]
                },
                "quick_reply": {
                 "description": "What the button says, and what comes back when it is tapped.",
                 "type": "object",
                 "properties": {
                  "id": {
                   "description": "Identifier that the webhook returns, at most 20 characters, unique within the message.",
                   "type": "string",
                   "examples": [
                    "gold"
                   ]
                  },
                  "title": {
                   "description": "What the button says, at most 20 characters, unique within the message.",
                   "type": "string",
                   "examples": [
                    "Gold"
                   ]
                  }
                 },
                 "additionalProperties": false,
                 "examples": [
                  {
                   "id": "gold",
                   "title": "Gold"
                  }
                 ]
                }
               },
               "additionalProperties": false
              },
              "examples": [
               [
                {
                 "type": "quick_reply",
                 "quick_reply": {
                  "id": "gold",
                  "title": "Gold"
                 }
                }
               ]
              ]
             }
            },
            "additionalProperties": false,
            "examples": [
             {
              "name": "cta_url",
              "parameters": {
               "display_text": "Renew",
               "url": "https://shop.example/gold"
              }
             }
            ]
           }
          },
          "additionalProperties": false
         },
         "examples": [
          [
           {
            "card_index": 0,
            "type": "cta_url",
            "header": {
             "type": "image",
             "image": {
              "link": "https://cdn.example/gold.jpg"
             }
            },
            "body": {
             "text": "Gold"
            },
            "action": {
             "name": "cta_url",
             "parameters": {
              "display_text": "Renew",
              "url": "https://shop.example/gold"
             }
            }
           },
           {
            "card_index": 1,
            "type": "cta_url",
            "header": {
             "type": "image",
             "image": {
              "link": "https://cdn.example/blue.jpg"
             }
            },
            "body": {
             "text": "Blue"
            },
            "action": {
             "name": "cta_url",
             "parameters": {
              "display_text": "Renew",
              "url": "https://shop.example/blue"
             }
            }
           }
          ]
         ]
        }
       },
       "additionalProperties": false,
       "examples": [
        {
         "button": "Choose",
         "sections": [
          {
           "title": "Plans",
           "rows": [
            {
             "id": "gold",
             "title": "Gold"
            }
           ]
          }
         ]
        }
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "type": "location_request_message",
       "body": {
        "text": "Where shall we deliver?"
       },
       "action": {
        "name": "send_location"
       }
      }
     ]
    },
    "contacts": {
     "description": "The cards of one or more people or firms.",
     "type": "array",
     "items": {
      "description": "One person or firm.",
      "type": "object",
      "properties": {
       "birthday": {
        "description": "Day of birth as YYYY-MM-DD.",
        "type": [
         "string",
         "null"
        ],
        "examples": [
         "1990-02-28"
        ]
       },
       "addresses": {
        "description": "Postal addresses.",
        "type": [
         "array",
         "null"
        ],
        "items": {
         "description": "One address.",
         "type": "object",
         "properties": {
          "street": {
           "description": "Street and number.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "1 Marina"
           ]
          },
          "city": {
           "description": "City.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "Lagos"
           ]
          },
          "state": {
           "description": "State or province.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "Lagos State"
           ]
          },
          "zip": {
           "description": "Postal code.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "101241"
           ]
          },
          "country": {
           "description": "Full name of the country.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "Nigeria"
           ]
          },
          "country_code": {
           "description": "Abbreviation of the country.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "NG"
           ]
          },
          "type": {
           "description": "Which address it is.",
           "anyOf": [
            {
             "enum": [
              "HOME",
              "WORK",
              null
             ]
            },
            {
             "type": "string",
             "pattern": "\\{[{%]",
             "description": "A Liquid template."
            }
           ],
           "examples": [
            "WORK"
           ]
          }
         },
         "additionalProperties": false
        },
        "examples": [
         [
          {
           "city": "Lagos",
           "country": "Nigeria",
           "country_code": "NG",
           "type": "WORK"
          }
         ]
        ]
       },
       "emails": {
        "description": "Mail addresses.",
        "type": [
         "array",
         "null"
        ],
        "items": {
         "description": "One mail address.",
         "type": "object",
         "properties": {
          "email": {
           "description": "The address itself.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "ada@example.com"
           ]
          },
          "type": {
           "description": "Which address it is.",
           "anyOf": [
            {
             "enum": [
              "HOME",
              "WORK",
              null
             ]
            },
            {
             "type": "string",
             "pattern": "\\{[{%]",
             "description": "A Liquid template."
            }
           ],
           "examples": [
            "WORK"
           ]
          }
         },
         "additionalProperties": false
        },
        "examples": [
         [
          {
           "email": "ada@example.com",
           "type": "WORK"
          }
         ]
        ]
       },
       "name": {
        "description": "The name.",
        "type": "object",
        "properties": {
         "formatted_name": {
          "description": "The full name.",
          "type": "string",
          "examples": [
           "Ada Obi"
          ]
         },
         "first_name": {
          "description": "First name.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Ada"
          ]
         },
         "last_name": {
          "description": "Last name.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Obi"
          ]
         },
         "middle_name": {
          "description": "Middle name.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "N."
          ]
         },
         "suffix": {
          "description": "What follows the name.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "PhD"
          ]
         },
         "prefix": {
          "description": "What precedes the name.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Dr"
          ]
         }
        },
        "additionalProperties": false,
        "examples": [
         {
          "formatted_name": "Ada Obi"
         }
        ]
       },
       "org": {
        "description": "Where they work.",
        "type": [
         "object",
         "null"
        ],
        "properties": {
         "company": {
          "description": "The firm.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Example Ltd"
          ]
         },
         "department": {
          "description": "The department.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Member Care"
          ]
         },
         "title": {
          "description": "Their position.",
          "type": [
           "string",
           "null"
          ],
          "examples": [
           "Head of Renewals"
          ]
         }
        },
        "additionalProperties": false,
        "examples": [
         {
          "company": "Example Ltd"
         }
        ]
       },
       "phones": {
        "description": "Phone numbers.",
        "type": [
         "array",
         "null"
        ],
        "items": {
         "description": "One phone number.",
         "type": "object",
         "properties": {
          "phone": {
           "description": "The number itself.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "+2348000000003"
           ]
          },
          "type": {
           "description": "Which number it is.",
           "anyOf": [
            {
             "enum": [
              "CELL",
              "MAIN",
              "IPHONE",
              "HOME",
              "WORK",
              null
             ]
            },
            {
             "type": "string",
             "pattern": "\\{[{%]",
             "description": "A Liquid template."
            }
           ],
           "examples": [
            "WORK"
           ]
          },
          "wa_id": {
           "description": "Appears in a sample of the document: the WhatsApp id.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "2348000000003"
           ]
          }
         },
         "additionalProperties": false
        },
        "examples": [
         [
          {
           "phone": "+2348000000003",
           "type": "WORK"
          }
         ]
        ]
       },
       "urls": {
        "description": "Web addresses.",
        "type": [
         "array",
         "null"
        ],
        "items": {
         "description": "One web address.",
         "type": "object",
         "properties": {
          "url": {
           "description": "The address itself.",
           "type": [
            "string",
            "null"
           ],
           "examples": [
            "https://example.com"
           ]
          },
          "type": {
           "description": "Which address it is.",
           "anyOf": [
            {
             "enum": [
              "HOME",
              "WORK",
              null
             ]
            },
            {
             "type": "string",
             "pattern": "\\{[{%]",
             "description": "A Liquid template."
            }
           ],
           "examples": [
            "WORK"
           ]
          }
         },
         "additionalProperties": false
        },
        "examples": [
         [
          {
           "url": "https://example.com",
           "type": "WORK"
          }
         ]
        ]
       }
      },
      "additionalProperties": false
     },
     "examples": [
      [
       {
        "name": {
         "formatted_name": "Ada Obi"
        },
        "phones": [
         {
          "phone": "+2348000000003",
          "type": "WORK"
         }
        ]
       }
      ]
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "appId": "sandbox-app",
     "businessPhone": "2348000000001",
     "channelType": 0,
     "recipient": "2348000000002",
     "type": "text",
     "text": {
      "body": "Héllo “Ada” 👋\nrenew?"
     },
     "context": {
      "refMessageId": "wamid.1"
     }
    }
   ]
  },
  "with voice.redial": {
   "description": "Body of POST /voice/group/call/resend.",
   "type": "object",
   "properties": {
    "taskId": {
     "description": "Id of the group-call task to call again, as a query of the tasks gives it.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1001
     ]
    },
    "appId": {
     "description": "Application id. It appears in a sample of the document.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "sandbox-app"
     ]
    },
    "taskName": {
     "description": "Name of the new task, which must not exist yet (-41).",
     "type": "string",
     "examples": [
      "spring-renewal-2026-11-23"
     ]
    },
    "displayNum": {
     "description": "The number that is shown to those who are called.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "2348000000001"
     ]
    },
    "source": {
     "description": "Where the sound comes from: 1 an uploaded file, 2 a file sent along, 3 text turned to speech.",
     "anyOf": [
      {
       "enum": [
        1,
        2,
        3
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "voiceFileId": {
     "description": "Id of the uploaded audio file. Required when source is 1.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "f-1"
     ]
    },
    "uploadName": {
     "description": "Name of the file sent along. Required when source is 2.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "spring.mp3"
     ]
    },
    "baseFile": {
     "description": "Path of the audio file (.mp3, .m4a or .wav), relative to the campaign file. The runner reads it.",
     "type": "string",
     "examples": [
      "audio/spring.mp3"
     ]
    },
    "text": {
     "description": "The text to be spoken. Required when source is 3; without it the status is -38.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "Your membership ends soon."
     ]
    },
    "lan": {
     "description": "The language to speak it in. Required when source is 3; without it the status is -38. Public documents of this API show EN, VN, JP, ARB, DE, IN, IT, KR, RU, ES, PT, IDN, BD and TH.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "EN"
     ]
    },
    "speakingRate": {
     "description": "Speed of speech in multiples of the usual one, 0.25 to 4.",
     "anyOf": [
      {
       "type": [
        "number",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "ssmlGender": {
     "description": "Voice: 1 male, 2 female. May be empty.",
     "anyOf": [
      {
       "enum": [
        1,
        2,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2
     ]
    },
    "accent": {
     "description": "Accent of the language. Public documents of this API show the calling code of a country.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "91"
     ]
    },
    "delayPlay": {
     "description": "Seconds before the sound begins, 0 to 999. Default 0.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2
     ]
    },
    "delayHangup": {
     "description": "Seconds before the line is hung up, 0 to 999. Default 0.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2
     ]
    },
    "maxRingingTime": {
     "description": "Seconds until an unanswered call ends, 20 to 120. Default 60.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      45
     ]
    },
    "loopCount": {
     "description": "How often the sound is played. Default 1.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "maxCalls": {
     "description": "Seconds after which a call that was answered is hung up.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      90
     ]
    },
    "sendTime": {
     "description": "Local date and time at which to call. Null: at once.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "2026-11-23 09:00:00"
     ]
    },
    "allowSendTime": {
     "description": "Up to three periods of the day in which calls may be made.",
     "type": [
      "array",
      "null"
     ],
     "items": {
      "description": "One period of the day.",
      "type": "object",
      "properties": {
       "strTime": {
        "description": "Its start, as HH:MM.",
        "type": "string",
        "examples": [
         "09:30"
        ]
       },
       "endTime": {
        "description": "Its end, as HH:MM.",
        "type": "string",
        "examples": [
         "12:00"
        ]
       }
      },
      "additionalProperties": false
     },
     "examples": [
      [
       {
        "strTime": "09:30",
        "endTime": "12:00"
       }
      ]
     ]
    },
    "hangUpSms": {
     "description": "Whether an SMS follows the end of the call: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      0
     ]
    },
    "smsAppId": {
     "description": "Id of the SMS application. Required when hangUpSms is 1.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "sandbox-app"
     ]
    },
    "smsContent": {
     "description": "Text of that SMS. Required when hangUpSms is 1.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "Sorry to have missed you."
     ]
    },
    "feedbackPush": {
     "description": "Whether an SMS follows a key that is pressed: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "feedbackValue": {
     "description": "The key, 0 to 9.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "1"
     ]
    },
    "successPush": {
     "description": "Whether an SMS follows a call that succeeded: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      0
     ]
    },
    "successPushTime": {
     "description": "Seconds after a successful call before that SMS. Default 10.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      10
     ]
    },
    "failedPush": {
     "description": "Whether an SMS follows a call that failed: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      0
     ]
    },
    "ringPush": {
     "description": "Whether an SMS follows the ringing: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      0
     ]
    },
    "toSeat": {
     "description": "Whether calls are handed to an agent: 0 no, 1 yes.",
     "anyOf": [
      {
       "enum": [
        0,
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      0
     ]
    },
    "sipGroupId": {
     "description": "Id of the agents' group. Required when toSeat is 1.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      9
     ]
    },
    "outboundControl": {
     "description": "How calls are paced: 1 proportionally to the agents. Required when toSeat is 1. No other value is shown.",
     "anyOf": [
      {
       "enum": [
        1,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "calloutRate": {
     "description": "Calls for each agent. Required when toSeat is 1.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2
     ]
    },
    "toSeatType": {
     "description": "When a call is handed over: 1 after the sound has ended, 2 on a key. Required when toSeat is 1.",
     "anyOf": [
      {
       "enum": [
        1,
        2,
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2
     ]
    },
    "toSeatKey": {
     "description": "The key that hands the call over. Required when toSeat is 1 and toSeatType is 2.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "delayTransfer": {
     "description": "Seconds before it is handed over, when toSeat is 1 and toSeatType is 2.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      3
     ]
    },
    "resendType": {
     "description": "Appears in a sample of the document. Public documents of this API: 0 calls everybody again, 1 only those who were not reached.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "numberList": {
     "description": "Appears in a sample of the document. Public documents of this API: it belongs to the creation of a task; a redial calls the numbers of the task.",
     "type": [
      "array",
      "null"
     ],
     "items": {
      "description": "One number.",
      "type": "string"
     },
     "examples": [
      [
       "2348000000002"
      ]
     ]
    },
    "senderId": {
     "description": "Appears in a sample of the document. Public documents of this API: the sender of the SMS on hang-up, at most 32 characters.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "sender"
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "taskId": 1001,
     "appId": "sandbox-app",
     "taskName": "spring-renewal-2026-11-23",
     "source": 1,
     "voiceFileId": "f-1",
     "speakingRate": 1.25,
     "delayPlay": 0,
     "sendTime": null,
     "allowSendTime": [
      {
       "strTime": "09:30",
       "endTime": "12:00"
      },
      {
       "strTime": "14:00",
       "endTime": "19:30"
      }
     ],
     "hangUpSms": 0
    }
   ]
  },
  "with otp.send": {
   "description": "Body of POST /otp/verification/send.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Id of the application that sends, 4 to 32 characters.",
     "type": "string",
     "examples": [
      "sandbox-app"
     ]
    },
    "templateId": {
     "description": "Id of the template.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      31
     ]
    },
    "flowId": {
     "description": "Id of the task flow.",
     "anyOf": [
      {
       "type": [
        "integer",
        "null"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      7
     ]
    },
    "to": {
     "description": "Country code and mobile number, 10 to 14 digits.",
     "type": "string",
     "examples": [
      "2348000000002"
     ]
    },
    "channel": {
     "description": "How the code is brought: by SMS, by call, or by silent network authentication. Default sms.",
     "anyOf": [
      {
       "enum": [
        "sms",
        "call",
        "sna",
        null
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      "sms"
     ]
    },
    "orderId": {
     "description": "The caller's own serial number, globally unique, at most 64 characters.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "c1-k3v7q2m5"
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "appId": "sandbox-app",
     "templateId": 31,
     "flowId": null,
     "to": "2348000000002",
     "channel": "sms",
     "orderId": "c1-spring-renewal"
    }
   ]
  },
  "with audio.upload": {
   "description": "Body of POST /voice/fileUpload.",
   "type": "object",
   "properties": {
    "fileName": {
     "description": "Name of the file with its suffix (.mp3, .m4a or .wav), 5 to 32 characters, unique.",
     "type": "string",
     "examples": [
      "spring-7f3a.mp3"
     ]
    },
    "file": {
     "description": "Path of the audio file (.mp3, .m4a or .wav), relative to the campaign file. The runner reads it.",
     "type": "string",
     "examples": [
      "audio/spring.mp3"
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "fileName": "spring.mp3",
     "file": "SUQzBAAAAAAAAA=="
    }
   ]
  },
  "with aivoice.pause": {
   "description": "Body of POST /aivoice/taskStop.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Application id.",
     "type": "string",
     "examples": [
      "sandbox-app"
     ]
    },
    "jobId": {
     "description": "Id of the task.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      2001
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "appId": "sandbox-app",
     "jobId": 2001
    }
   ]
  },
  "with agents.list": {
   "description": "Body of POST /v3/cc/seat/query.",
   "type": "object",
   "properties": {
    "current": {
     "description": "Page, from 1.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "size": {
     "description": "Records on a page, 1 to 100.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      100
     ]
    },
    "params": {
     "description": "What to look for. May be empty, may not be absent.",
     "type": "object",
     "properties": {
      "enable": {
       "description": "0 enabled, 1 disabled.",
       "anyOf": [
        {
         "enum": [
          0,
          1,
          null
         ]
        },
        {
         "type": "string",
         "pattern": "\\{[{%]",
         "description": "A Liquid template."
        }
       ],
       "examples": [
        0
       ]
      },
      "name": {
       "description": "Part of an agent's name.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "Ada"
       ]
      },
      "voiceGroupId": {
       "description": "Id of the agents' group.",
       "anyOf": [
        {
         "type": [
          "integer",
          "null"
         ]
        },
        {
         "type": "string",
         "pattern": "\\{[{%]",
         "description": "A Liquid template."
        }
       ],
       "examples": [
        9
       ]
      },
      "status": {
       "description": "1 offline, 2 idle, 3 busy, 4 after a talk, 5 taking a break.",
       "anyOf": [
        {
         "enum": [
          1,
          2,
          3,
          4,
          5,
          null
         ]
        },
        {
         "type": "string",
         "pattern": "\\{[{%]",
         "description": "A Liquid template."
        }
       ],
       "examples": [
        2
       ]
      },
      "strTime": {
       "description": "Start of a search interval, with `endTime`. Public documents of this API require both in newer versions.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "2026-11-01 00:00:00"
       ]
      },
      "endTime": {
       "description": "End of the interval, at most 32 days after `strTime`.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "2026-11-30 23:59:59"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {
       "status": 2
      }
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "current": 1,
     "size": 100,
     "params": {
      "status": 2
     }
    }
   ]
  },
  "with axb.list": {
   "description": "Body of POST /number/pns/queryBindPage.",
   "type": "object",
   "properties": {
    "current": {
     "description": "Page, from 1.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      1
     ]
    },
    "size": {
     "description": "Records on a page, 1 to 100.",
     "anyOf": [
      {
       "type": [
        "integer"
       ]
      },
      {
       "type": "string",
       "pattern": "\\{[{%]",
       "description": "A Liquid template."
      }
     ],
     "examples": [
      100
     ]
    },
    "params": {
     "description": "What to look for. May be empty, may not be absent.",
     "type": "object",
     "properties": {
      "appId": {
       "description": "Application id.",
       "type": [
        "string",
        "null"
       ],
       "examples": [
        "sandbox-app"
       ]
      }
     },
     "additionalProperties": false,
     "examples": [
      {}
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "current": 1,
     "size": 100,
     "params": {}
    }
   ]
  },
  "with sms.backfill": {
   "description": "Body of POST /sms/postback/backfill.",
   "type": "object",
   "properties": {
    "appId": {
     "description": "Id of the SMS application.",
     "type": "string",
     "examples": [
      "sandbox-app"
     ]
    },
    "msgid": {
     "description": "Id of the message on the platform.",
     "type": [
      "string",
      "null"
     ],
     "examples": [
      "m-1"
     ]
    },
    "number": {
     "description": "The customer's mobile number with its country prefix. Digits are assumed, with or without a plus.",
     "type": "string",
     "examples": [
      "2348000000002"
     ]
    },
    "time": {
     "description": "When the code was entered, as a timestamp. Its form is not shown.",
     "type": "string",
     "examples": [
      "1630468800"
     ]
    }
   },
   "additionalProperties": false,
   "examples": [
    {
     "appId": "sandbox-app",
     "msgid": "m-1",
     "number": "2348000000002",
     "time": "1630468800"
    }
   ]
  }
 }
};
