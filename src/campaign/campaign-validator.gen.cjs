'use strict';
// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.
"use strict";
module.exports = validate20;
module.exports.default = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://callsheet.dev/schemas/campaign.schema.json","title":"CampaignInput","description":"A Callsheet campaign, language version 1: one YAML document that says what shall have happened.","type":"object","required":["campaign","timezone","steps"],"properties":{"campaign":{"description":"The campaign's id: lower-case letters, digits and hyphens. Also the state file's name, and part of every natural key: changing it makes another campaign.","type":"string","pattern":"^[a-z0-9][a-z0-9-]{0,62}$","x-words":"lower-case letters, digits and hyphens, such as `spring-renewal`","examples":["spring-renewal"]},"title":{"description":"What people call it, in plans and reports. Default: the id.","type":"string","minLength":1,"maxLength":200,"examples":["Spring renewal reminders"]},"timezone":{"description":"IANA zone of every wall-clock time in this file.","type":"string","minLength":1,"x-words":"an IANA zone such as `Africa/Lagos`","examples":["Africa/Lagos","Europe/Riga","UTC"]},"starts":{"$ref":"#/$defs/LocalDateTime","description":"Nothing starts before this local date-time. Default: when it is run. Also names the run.","examples":["2026-11-23 09:00"]},"ends":{"$ref":"#/$defs/LocalDateTime","description":"Nothing starts at or after this local date-time; what is left then is expired.","examples":["2026-11-27 18:00"]},"window":{"$ref":"#/$defs/Window","description":"The local hours in which jobs may start. It narrows 09:00–20:00 and cannot widen it."},"account":{"$ref":"#/$defs/Account"},"env":{"description":"Names of the only environment variables that templates may read, as `{{ env.NAME }}`.","type":"array","items":{"type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$","x-words":"a variable's name such as `CALLSHEET_APP_ID`"},"examples":[["CALLSHEET_APP_ID"]]},"inputs":{"description":"Values given on the command line with `--input name=value`, read by templates as `{{ inputs.name }}`.","type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_-]*$"},"additionalProperties":{"$ref":"#/$defs/Input"},"examples":[{"offer":{"type":"string","default":"10 %"}}]},"vars":{"description":"Constants for templates, read as `{{ vars.name }}`. They are not templates themselves.","type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_-]*$"},"additionalProperties":{"description":"Any value; a map is read with a further dot."},"examples":[{"signature":"Ada, Member Care"}]},"costs":{"description":"Price of one accepted job per operation, in the account's currency, for forecasts and `limits.budget`. The service shows no prices.","type":"object","properties":{"whatsapp.send":{"description":"Price of one accepted `whatsapp.send` job.","type":"number","minimum":0,"examples":[0.0075]},"voice.redial":{"description":"Price of one accepted `voice.redial` job.","type":"number","minimum":0,"examples":[0.0075]},"otp.send":{"description":"Price of one accepted `otp.send` job.","type":"number","minimum":0,"examples":[0.0075]},"audio.upload":{"description":"Price of one accepted `audio.upload` job.","type":"number","minimum":0,"examples":[0.0075]},"aivoice.pause":{"description":"Price of one accepted `aivoice.pause` job.","type":"number","minimum":0,"examples":[0.0075]},"sms.balance":{"description":"Price of one accepted `sms.balance` job.","type":"number","minimum":0,"examples":[0.0075]},"agents.list":{"description":"Price of one accepted `agents.list` job.","type":"number","minimum":0,"examples":[0.0075]},"axb.list":{"description":"Price of one accepted `axb.list` job.","type":"number","minimum":0,"examples":[0.0075]},"sms.backfill":{"description":"Price of one accepted `sms.backfill` job.","type":"number","minimum":0,"examples":[0.0075]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"whatsapp.send":0.0075,"otp.send":0.02}]},"limits":{"$ref":"#/$defs/Limits"},"audiences":{"description":"Recipient lists by name, for `forEach`.","type":"object","propertyNames":{"pattern":"^[A-Za-z][A-Za-z0-9_-]{0,62}$"},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":{"$ref":"#/$defs/Audience"},"examples":[{"members":{"file":"audiences/members.csv","key":"phone"}}]},"steps":{"description":"What shall have happened, by step name, in the order in which plans and reports list it.","type":"object","minProperties":1,"propertyNames":{"pattern":"^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$"},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":{"$ref":"#/$defs/Step"},"examples":[{"funds":{"uses":"sms.balance","expect":{"available":{"atLeast":50}}}}]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"$defs":{"LocalDateTime":{"title":"LocalDateTime","description":"A local date-time in the campaign's zone, without an offset; a `T` is as good as the blank, seconds are optional.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$","x-words":"a local date-time such as `2026-11-23 09:00`","examples":["2026-11-23 09:00","2026-11-23T09:00:30"]},"LocalTime":{"title":"LocalTime","description":"A local time of day, in quotes.","type":"string","pattern":"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$","x-words":"a time of day such as `\"09:00\"`","examples":["09:00","19:30"]},"LocalDate":{"title":"LocalDate","description":"A local date.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$","x-words":"a date such as `2026-11-25`","examples":["2026-11-25"]},"Duration":{"title":"Duration","description":"A length of time: `90s`, `15m`, `2h`, `1d`, several of them (`1h30m`), or ISO 8601 (`PT2H`). A day is 24 hours.","type":"string","pattern":"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$","x-words":"a duration such as `90s`, `15m`, `2h` or `1d`","examples":["90s","15m","2h","1d","PT2H"]},"Rate":{"title":"Rate","description":"At most so many starts in so long: `20/s`, `600/m`, `5000/h`, `20000/d`, or `1/6s`.","type":"string","pattern":"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$","x-words":"a rate such as `20/s`, `600/m`, `5000/h` or `1/6s`","examples":["20/s","600/m","5000/h","1/6s"]},"Window":{"title":"WindowInput","description":"Local hours in which jobs may start, half-open: a job may start at `open` and no longer at `close`.","type":"object","properties":{"open":{"$ref":"#/$defs/LocalTime","description":"First minute in which jobs may start. Default: that of the window it narrows.","examples":["09:00"]},"close":{"$ref":"#/$defs/LocalTime","description":"From here on nothing starts. Before `open` means the next morning (transactional steps only).","examples":["20:00"]},"days":{"description":"Days of the week on which the window opens. Default: those of the window it narrows.","type":"array","minItems":1,"items":{"type":"string","enum":["mon","tue","wed","thu","fri","sat","sun"]},"examples":[["mon","tue","wed","thu","fri"]]},"except":{"description":"Dates on which the window stays shut, such as holidays.","type":"array","items":{"$ref":"#/$defs/LocalDate"},"examples":[["2026-12-25"]]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"minProperties":1,"examples":[{"open":"09:30","close":"18:00","days":["mon","tue","wed","thu","fri"]}]},"Account":{"title":"AccountInput","description":"Who sends: filled into every request that has a field for it. May be templates over `env`, `inputs` and `vars`.","type":"object","properties":{"appId":{"description":"Application id (`appId` of every operation that has one).","type":"string","minLength":1,"examples":["{{ env.CALLSHEET_APP_ID }}"]},"businessPhone":{"description":"WhatsApp business number: digits only, in quotes.","type":"string","minLength":1,"examples":["2348000000001"]},"smsAppId":{"description":"SMS application id: `smsAppId` of a redial with `hangUpSms: 1`, and `appId` of `sms.backfill`.","type":"string","minLength":1,"examples":["sms-app-1"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"Input":{"title":"InputInput","description":"One value to be given with `--input`.","type":"object","properties":{"type":{"description":"What the value must be. Default: string.","type":"string","enum":["string","number","boolean"],"examples":["string"]},"default":{"description":"Used when the input is not given; without one, the input must be given.","type":["string","number","boolean"],"examples":["10 %"]},"description":{"description":"What it is for; shown when it is missing.","type":"string","examples":["Discount named in the message"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"Limits":{"title":"LimitsInput","description":"How fast, how much, and when to stop.","type":"object","properties":{"concurrency":{"description":"Requests under way at once. Default 32.","type":"integer","minimum":1,"maximum":1000,"examples":[32]},"rate":{"$ref":"#/$defs/Rate","description":"Starts of jobs, over all steps.","examples":["50/s"]},"perRecipient":{"$ref":"#/$defs/Rate","description":"Starts of jobs for one recipient, over all steps.","examples":["1/6s"]},"budget":{"description":"The most that the campaign may cost, by `costs`.","type":"number","minimum":0,"examples":[400]},"stopAfter":{"title":"StopAfterInput","description":"Halt when so many of the latest settled jobs were rejected (at least, not more than).","type":"object","required":["failures"],"properties":{"failures":{"description":"A share such as `\"5%\"`, or a number of jobs.","anyOf":[{"type":"string","pattern":"^(100|[1-9]?\\d)(\\.\\d+)?%$"},{"type":"integer","minimum":1}],"x-words":"a share such as `\"5%\"`, or a number of jobs","examples":["5%",20]},"of":{"description":"How many of the latest settled jobs are looked at. Default 100.","type":"integer","minimum":1,"maximum":1000000,"examples":[200]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"failures":"5%","of":200}]},"doubts":{"description":"Jobs in doubt at which the run halts. Default: as many as `concurrency`.","type":"integer","minimum":1,"examples":[32]},"guard":{"$ref":"#/$defs/Duration","description":"How long before a window closes nothing starts any more, to leave room for latency. Default 2s.","examples":["2s"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"concurrency":32,"rate":"50/s","stopAfter":{"failures":"5%","of":200}}]},"Where":{"title":"WhereInput","description":"Only recipients whose column has one of these values; several columns must all agree.","type":"object","additionalProperties":{"description":"A value, or a list of values of which one must match, compared as text.","anyOf":[{"type":["string","number","boolean"]},{"type":"array","minItems":1,"items":{"type":["string","number","boolean"]}}],"x-words":"a value or a list of values"},"minProperties":1,"examples":[{"tier":["gold","silver"]}]},"Audience":{"title":"AudienceInput","description":"A recipient list: a CSV file with a header line, or a JSONL file with one object a line.","type":"object","required":["file","key"],"properties":{"file":{"description":"The list, `.csv` or `.jsonl`, relative to this file; it may not leave the repository.","type":"string","pattern":"\\.(csv|jsonl|ndjson)$","x-words":"a path that ends in `.csv` or `.jsonl`","examples":["audiences/members.csv"]},"key":{"description":"The column that identifies a recipient: the number with its country code.","type":"string","minLength":1,"examples":["phone"]},"timezone":{"description":"Where the recipient's clock stands, for recipient-local windows. Default: the campaign's zone.","type":"object","properties":{"column":{"description":"Column with an IANA zone; an empty cell skips the recipient.","type":"string","minLength":1,"examples":["tz"]},"zone":{"description":"One IANA zone for all.","type":"string","minLength":1,"examples":["Africa/Lagos"]}},"minProperties":1,"maxProperties":1,"additionalProperties":false,"title":"AudienceZoneInput","examples":[{"column":"tz"}]},"lastInbound":{"description":"Column with the instant of the recipient's last message to the business number; it opens the 24 hours in which WhatsApp messages may be sent.","type":"string","minLength":1,"examples":["last_inbound_at"]},"exclude":{"description":"Files with the same key column whose recipients are left out.","type":"array","items":{"type":"string","pattern":"\\.(csv|jsonl|ndjson)$","x-words":"a path that ends in `.csv` or `.jsonl`"},"examples":[["audiences/do-not-contact.csv"]]},"where":{"$ref":"#/$defs/Where"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"file":"audiences/members.csv","key":"phone"}]},"ForEach":{"title":"ForEachInput","description":"One job per recipient: an audience's name, or which part of it.","anyOf":[{"type":"string","minLength":1,"description":"An audience's name."},{"title":"ForEachObjectInput","description":"An audience, narrowed.","type":"object","required":["audience"],"properties":{"audience":{"description":"The audience's name.","type":"string","minLength":1,"examples":["members"]},"onlyIf":{"title":"OnlyIfInput","description":"Only recipients whose job in an earlier step over the same audience ended like this: makes fallback ladders.","type":"object","required":["step","outcome"],"properties":{"step":{"description":"The earlier step.","type":"string","minLength":1,"examples":["followUp"]},"outcome":{"description":"How that recipient's job ended there. A job in doubt matches none of them: the person may have been reached.","type":"string","enum":["accepted","rejected","skipped","expired"],"examples":["accepted"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"step":"followUp","outcome":"rejected"}]},"where":{"$ref":"#/$defs/Where"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false}],"x-words":"an audience's name, or `{ audience: …, onlyIf: …, where: … }`","examples":["members",{"audience":"members","onlyIf":{"step":"followUp","outcome":"accepted"}}]},"Comparison":{"title":"ComparisonInput","description":"A condition on one output of a query.","type":"object","properties":{"atLeast":{"description":"Met when the output is this or more; lists are compared by their length.","type":"number","examples":[50]},"atMost":{"description":"Met when the output is this or less; lists are compared by their length.","type":"number","examples":[10]},"equals":{"description":"Met when the output is this; lists are compared by their length.","type":["string","number","boolean"],"examples":[0]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"minProperties":1,"examples":[{"atLeast":50}]},"StepTitle":{"title":"StepTitle","description":"What people call this step.","type":"string","maxLength":200,"examples":["Second reminder"]},"Needs":{"title":"Needs","description":"Step or steps that must have finished first: a single job accepted, a `forEach` step settled for every recipient.","anyOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"string","minLength":1}}],"x-words":"a step's name or a list of them","examples":["greeting",["funds","greeting"]]},"Runs":{"title":"Runs","description":"When the needs have finished: `on-success` (default) if they were accepted, `on-failure` if one was not, or `always`.","type":"string","enum":["on-success","on-failure","always"],"examples":["on-failure"]},"Delay":{"title":"Delay","$ref":"#/$defs/Duration","description":"How long to wait after the needs have finished.","examples":["2h"]},"At":{"title":"At","$ref":"#/$defs/LocalDateTime","description":"Not before this local date-time.","examples":["2026-11-24 10:00"]},"Until":{"title":"Until","$ref":"#/$defs/LocalDateTime","description":"Nothing of this step starts at or after this local date-time.","examples":["2026-11-24 18:00"]},"StepWindow":{"title":"StepWindow","description":"Local hours of this step: they narrow the campaign's. With `purpose: transactional`, hours of its own or `always`.","anyOf":[{"const":"always"},{"$ref":"#/$defs/Window"}],"x-words":"hours such as `{ open: \"10:00\", close: \"18:00\" }`, or `always`","examples":[{"open":"10:00","close":"18:00"},"always"]},"Purpose":{"title":"Purpose","description":"`transactional` for what the recipient asked for just now (a code, an answer): may have hours of its own. Default `campaign`.","type":"string","enum":["campaign","transactional"],"examples":["transactional"]},"StepRate":{"title":"StepRate","$ref":"#/$defs/Rate","description":"Starts of this step's jobs.","examples":["20/s"]},"Was":{"title":"Was","description":"This step's earlier name, so that renaming it does not send everything again.","type":"string","minLength":1,"examples":["reminder"]},"WhatsappSendStep":{"title":"WhatsappSendStepInput","description":"Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.","type":"string","const":"whatsapp.send"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `whatsapp.send`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"onUnknown":{"description":"What to do with a message whose answer was lost: `hold` it for a person (default), or `resend` it, at the risk of sending it twice.","type":"string","enum":["hold","resend"],"examples":["hold"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"VoiceRedialStep":{"title":"VoiceRedialStepInput","description":"Call a finished or cancelled voice group-call task again.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Call a finished or cancelled voice group-call task again.","type":"string","const":"voice.redial"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `voice.redial`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"OtpSendStep":{"title":"OtpSendStepInput","description":"Send a verification code over SMS, call or SNA.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Send a verification code over SMS, call or SNA.","type":"string","const":"otp.send"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `otp.send`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expires":{"$ref":"#/$defs/Duration","description":"How long a code is of use, from its first attempt. Default 5m.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"AudioUploadStep":{"title":"AudioUploadStepInput","description":"Upload an audio file; its id starts a voice group call.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Upload an audio file; its id starts a voice group call.","type":"string","const":"audio.upload"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `audio.upload`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"AivoicePauseStep":{"title":"AivoicePauseStepInput","description":"Pause an AI voice task.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Pause an AI voice task.","type":"string","const":"aivoice.pause"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `aivoice.pause`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"SmsBalanceStep":{"title":"SmsBalanceStepInput","description":"Ask for the SMS account's balance.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the SMS account's balance.","type":"string","const":"sms.balance"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"`sms.balance` has no request body.","type":"object","maxProperties":0},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"balance":{"$ref":"#/$defs/Comparison","description":"The account's own money."},"gift":{"$ref":"#/$defs/Comparison","description":"Gifted money."},"credit":{"$ref":"#/$defs/Comparison","description":"Credit."},"available":{"$ref":"#/$defs/Comparison","description":"balance + gift + credit."}},"minProperties":1,"additionalProperties":false,"examples":[{"available":{"atLeast":50}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"AgentsListStep":{"title":"AgentsListStepInput","description":"Ask for the call-centre agents.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the call-centre agents.","type":"string","const":"agents.list"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `agents.list`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"total":{"$ref":"#/$defs/Comparison","description":"How many records there are in all."},"records":{"$ref":"#/$defs/Comparison","description":"The records, by their number."}},"minProperties":1,"additionalProperties":false,"examples":[{"total":{"atLeast":3}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"AxbListStep":{"title":"AxbListStepInput","description":"Ask for the number (AXB) bindings.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the number (AXB) bindings.","type":"string","const":"axb.list"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `axb.list`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"total":{"$ref":"#/$defs/Comparison","description":"How many records there are in all."},"records":{"$ref":"#/$defs/Comparison","description":"The records, by their number."}},"minProperties":1,"additionalProperties":false,"examples":[{"total":{"atLeast":3}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"SmsBackfillStep":{"title":"SmsBackfillStepInput","description":"Report the status of a verification SMS back to the service.","type":"object","required":["uses"],"properties":{"uses":{"description":"Report the status of a verification SMS back to the service.","type":"string","const":"sms.backfill"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `sms.backfill`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false},"Step":{"title":"StepInput","description":"One named use of one operation, once or once per recipient.","type":"object","required":["uses"],"discriminator":{"propertyName":"uses"},"oneOf":[{"$ref":"#/$defs/WhatsappSendStep"},{"$ref":"#/$defs/VoiceRedialStep"},{"$ref":"#/$defs/OtpSendStep"},{"$ref":"#/$defs/AudioUploadStep"},{"$ref":"#/$defs/AivoicePauseStep"},{"$ref":"#/$defs/SmsBalanceStep"},{"$ref":"#/$defs/AgentsListStep"},{"$ref":"#/$defs/AxbListStep"},{"$ref":"#/$defs/SmsBackfillStep"}]}}};
const schema32 = {"title":"LocalDateTime","description":"A local date-time in the campaign's zone, without an offset; a `T` is as good as the blank, seconds are optional.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$","x-words":"a local date-time such as `2026-11-23 09:00`","examples":["2026-11-23 09:00","2026-11-23T09:00:30"]};
const schema38 = {"title":"AccountInput","description":"Who sends: filled into every request that has a field for it. May be templates over `env`, `inputs` and `vars`.","type":"object","properties":{"appId":{"description":"Application id (`appId` of every operation that has one).","type":"string","minLength":1,"examples":["{{ env.CALLSHEET_APP_ID }}"]},"businessPhone":{"description":"WhatsApp business number: digits only, in quotes.","type":"string","minLength":1,"examples":["2348000000001"]},"smsAppId":{"description":"SMS application id: `smsAppId` of a redial with `hangUpSms: 1`, and `appId` of `sms.backfill`.","type":"string","minLength":1,"examples":["sms-app-1"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};
const schema39 = {"title":"InputInput","description":"One value to be given with `--input`.","type":"object","properties":{"type":{"description":"What the value must be. Default: string.","type":"string","enum":["string","number","boolean"],"examples":["string"]},"default":{"description":"Used when the input is not given; without one, the input must be given.","type":["string","number","boolean"],"examples":["10 %"]},"description":{"description":"What it is for; shown when it is missing.","type":"string","examples":["Discount named in the message"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern4 = new RegExp("^x-", "u");
const pattern5 = new RegExp("^[a-z0-9][a-z0-9-]{0,62}$", "u");
const pattern6 = new RegExp("^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$", "u");
const pattern13 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern14 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]*$", "u");
const pattern24 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,62}$", "u");
const pattern29 = new RegExp("^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$", "u");
const schema34 = {"title":"WindowInput","description":"Local hours in which jobs may start, half-open: a job may start at `open` and no longer at `close`.","type":"object","properties":{"open":{"$ref":"#/$defs/LocalTime","description":"First minute in which jobs may start. Default: that of the window it narrows.","examples":["09:00"]},"close":{"$ref":"#/$defs/LocalTime","description":"From here on nothing starts. Before `open` means the next morning (transactional steps only).","examples":["20:00"]},"days":{"description":"Days of the week on which the window opens. Default: those of the window it narrows.","type":"array","minItems":1,"items":{"type":"string","enum":["mon","tue","wed","thu","fri","sat","sun"]},"examples":[["mon","tue","wed","thu","fri"]]},"except":{"description":"Dates on which the window stays shut, such as holidays.","type":"array","items":{"$ref":"#/$defs/LocalDate"},"examples":[["2026-12-25"]]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"minProperties":1,"examples":[{"open":"09:30","close":"18:00","days":["mon","tue","wed","thu","fri"]}]};
const schema35 = {"title":"LocalTime","description":"A local time of day, in quotes.","type":"string","pattern":"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$","x-words":"a time of day such as `\"09:00\"`","examples":["09:00","19:30"]};
const schema37 = {"title":"LocalDate","description":"A local date.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$","x-words":"a date such as `2026-11-25`","examples":["2026-11-25"]};
const pattern9 = new RegExp("^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$", "u");
const pattern11 = new RegExp("^\\d{4}-\\d{2}-\\d{2}$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "open") || (key0 === "close")) || (key0 === "days")) || (key0 === "except")) || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.open !== undefined){
let data0 = data.open;
if(typeof data0 === "string"){
if(!pattern9.test(data0)){
const err2 = {instancePath:instancePath+"/open",schemaPath:"#/$defs/LocalTime/pattern",keyword:"pattern",params:{pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"},message:"must match pattern \""+"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"+"\"",schema:"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/open",schemaPath:"#/$defs/LocalTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.close !== undefined){
let data1 = data.close;
if(typeof data1 === "string"){
if(!pattern9.test(data1)){
const err4 = {instancePath:instancePath+"/close",schemaPath:"#/$defs/LocalTime/pattern",keyword:"pattern",params:{pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"},message:"must match pattern \""+"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"+"\"",schema:"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/close",schemaPath:"#/$defs/LocalTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.days !== undefined){
let data2 = data.days;
if(Array.isArray(data2)){
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/days",schemaPath:"#/properties/days/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema34.properties.days,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema34.properties.days.items.type,parentSchema:schema34.properties.days.items,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(((((((data3 === "mon") || (data3 === "tue")) || (data3 === "wed")) || (data3 === "thu")) || (data3 === "fri")) || (data3 === "sat")) || (data3 === "sun"))){
const err8 = {instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/enum",keyword:"enum",params:{allowedValues: schema34.properties.days.items.enum},message:"must be equal to one of the allowed values",schema:schema34.properties.days.items.enum,parentSchema:schema34.properties.days.items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/days",schemaPath:"#/properties/days/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema34.properties.days.type,parentSchema:schema34.properties.days,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.except !== undefined){
let data4 = data.except;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(!pattern11.test(data5)){
const err10 = {instancePath:instancePath+"/except/" + i1,schemaPath:"#/$defs/LocalDate/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}$",parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/except/" + i1,schemaPath:"#/$defs/LocalDate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/except",schemaPath:"#/properties/except/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema34.properties.except.type,parentSchema:schema34.properties.except,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema34.type,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema40 = {"title":"LimitsInput","description":"How fast, how much, and when to stop.","type":"object","properties":{"concurrency":{"description":"Requests under way at once. Default 32.","type":"integer","minimum":1,"maximum":1000,"examples":[32]},"rate":{"$ref":"#/$defs/Rate","description":"Starts of jobs, over all steps.","examples":["50/s"]},"perRecipient":{"$ref":"#/$defs/Rate","description":"Starts of jobs for one recipient, over all steps.","examples":["1/6s"]},"budget":{"description":"The most that the campaign may cost, by `costs`.","type":"number","minimum":0,"examples":[400]},"stopAfter":{"title":"StopAfterInput","description":"Halt when so many of the latest settled jobs were rejected (at least, not more than).","type":"object","required":["failures"],"properties":{"failures":{"description":"A share such as `\"5%\"`, or a number of jobs.","anyOf":[{"type":"string","pattern":"^(100|[1-9]?\\d)(\\.\\d+)?%$"},{"type":"integer","minimum":1}],"x-words":"a share such as `\"5%\"`, or a number of jobs","examples":["5%",20]},"of":{"description":"How many of the latest settled jobs are looked at. Default 100.","type":"integer","minimum":1,"maximum":1000000,"examples":[200]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"failures":"5%","of":200}]},"doubts":{"description":"Jobs in doubt at which the run halts. Default: as many as `concurrency`.","type":"integer","minimum":1,"examples":[32]},"guard":{"$ref":"#/$defs/Duration","description":"How long before a window closes nothing starts any more, to leave room for latency. Default 2s.","examples":["2s"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"concurrency":32,"rate":"50/s","stopAfter":{"failures":"5%","of":200}}]};
const schema41 = {"title":"Rate","description":"At most so many starts in so long: `20/s`, `600/m`, `5000/h`, `20000/d`, or `1/6s`.","type":"string","pattern":"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$","x-words":"a rate such as `20/s`, `600/m`, `5000/h` or `1/6s`","examples":["20/s","600/m","5000/h","1/6s"]};
const schema43 = {"title":"Duration","description":"A length of time: `90s`, `15m`, `2h`, `1d`, several of them (`1h30m`), or ISO 8601 (`PT2H`). A day is 24 hours.","type":"string","pattern":"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$","x-words":"a duration such as `90s`, `15m`, `2h` or `1d`","examples":["90s","15m","2h","1d","PT2H"]};
const pattern19 = new RegExp("^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$", "u");
const pattern22 = new RegExp("^(100|[1-9]?\\d)(\\.\\d+)?%$", "u");
const pattern23 = new RegExp("^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "concurrency") || (key0 === "rate")) || (key0 === "perRecipient")) || (key0 === "budget")) || (key0 === "stopAfter")) || (key0 === "doubts")) || (key0 === "guard")) || (pattern4.test(key0)))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.concurrency !== undefined){
let data0 = data.concurrency;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.properties.concurrency.type,parentSchema:schema40.properties.concurrency,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema40.properties.concurrency,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40.properties.concurrency,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.rate !== undefined){
let data1 = data.rate;
if(typeof data1 === "string"){
if(!pattern19.test(data1)){
const err4 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/Rate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/Rate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.perRecipient !== undefined){
let data2 = data.perRecipient;
if(typeof data2 === "string"){
if(!pattern19.test(data2)){
const err6 = {instancePath:instancePath+"/perRecipient",schemaPath:"#/$defs/Rate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/perRecipient",schemaPath:"#/$defs/Rate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.budget !== undefined){
let data3 = data.budget;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema40.properties.budget,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema40.properties.budget.type,parentSchema:schema40.properties.budget,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.stopAfter !== undefined){
let data4 = data.stopAfter;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.failures === undefined){
const err10 = {instancePath:instancePath+"/stopAfter",schemaPath:"#/properties/stopAfter/required",keyword:"required",params:{missingProperty: "failures"},message:"must have required property '"+"failures"+"'",schema:schema40.properties.stopAfter.required,parentSchema:schema40.properties.stopAfter,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data4){
if(!(((key1 === "failures") || (key1 === "of")) || (pattern4.test(key1)))){
const err11 = {instancePath:instancePath+"/stopAfter",schemaPath:"#/properties/stopAfter/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema40.properties.stopAfter,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data4.failures !== undefined){
let data5 = data4.failures;
const _errs16 = errors;
let valid4 = false;
const _errs17 = errors;
if(typeof data5 === "string"){
if(!pattern22.test(data5)){
const err12 = {instancePath:instancePath+"/stopAfter/failures",schemaPath:"#/properties/stopAfter/properties/failures/anyOf/0/pattern",keyword:"pattern",params:{pattern: "^(100|[1-9]?\\d)(\\.\\d+)?%$"},message:"must match pattern \""+"^(100|[1-9]?\\d)(\\.\\d+)?%$"+"\"",schema:"^(100|[1-9]?\\d)(\\.\\d+)?%$",parentSchema:schema40.properties.stopAfter.properties.failures.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/stopAfter/failures",schemaPath:"#/properties/stopAfter/properties/failures/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema40.properties.stopAfter.properties.failures.anyOf[0].type,parentSchema:schema40.properties.stopAfter.properties.failures.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid0 = _errs17 === errors;
valid4 = valid4 || _valid0;
const _errs19 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err14 = {instancePath:instancePath+"/stopAfter/failures",schemaPath:"#/properties/stopAfter/properties/failures/anyOf/1/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.properties.stopAfter.properties.failures.anyOf[1].type,parentSchema:schema40.properties.stopAfter.properties.failures.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/stopAfter/failures",schemaPath:"#/properties/stopAfter/properties/failures/anyOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40.properties.stopAfter.properties.failures.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid0 = _errs19 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err16 = {instancePath:instancePath+"/stopAfter/failures",schemaPath:"#/properties/stopAfter/properties/failures/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema40.properties.stopAfter.properties.failures.anyOf,parentSchema:schema40.properties.stopAfter.properties.failures,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
if(data4.of !== undefined){
let data6 = data4.of;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err17 = {instancePath:instancePath+"/stopAfter/of",schemaPath:"#/properties/stopAfter/properties/of/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.properties.stopAfter.properties.of.type,parentSchema:schema40.properties.stopAfter.properties.of,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/stopAfter/of",schemaPath:"#/properties/stopAfter/properties/of/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema40.properties.stopAfter.properties.of,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/stopAfter/of",schemaPath:"#/properties/stopAfter/properties/of/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40.properties.stopAfter.properties.of,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/stopAfter",schemaPath:"#/properties/stopAfter/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.stopAfter.type,parentSchema:schema40.properties.stopAfter,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.doubts !== undefined){
let data7 = data.doubts;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err21 = {instancePath:instancePath+"/doubts",schemaPath:"#/properties/doubts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.properties.doubts.type,parentSchema:schema40.properties.doubts,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/doubts",schemaPath:"#/properties/doubts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40.properties.doubts,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.guard !== undefined){
let data8 = data.guard;
if(typeof data8 === "string"){
if(!pattern23.test(data8)){
const err23 = {instancePath:instancePath+"/guard",schemaPath:"#/$defs/Duration/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/guard",schemaPath:"#/$defs/Duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema44 = {"title":"AudienceInput","description":"A recipient list: a CSV file with a header line, or a JSONL file with one object a line.","type":"object","required":["file","key"],"properties":{"file":{"description":"The list, `.csv` or `.jsonl`, relative to this file; it may not leave the repository.","type":"string","pattern":"\\.(csv|jsonl|ndjson)$","x-words":"a path that ends in `.csv` or `.jsonl`","examples":["audiences/members.csv"]},"key":{"description":"The column that identifies a recipient: the number with its country code.","type":"string","minLength":1,"examples":["phone"]},"timezone":{"description":"Where the recipient's clock stands, for recipient-local windows. Default: the campaign's zone.","type":"object","properties":{"column":{"description":"Column with an IANA zone; an empty cell skips the recipient.","type":"string","minLength":1,"examples":["tz"]},"zone":{"description":"One IANA zone for all.","type":"string","minLength":1,"examples":["Africa/Lagos"]}},"minProperties":1,"maxProperties":1,"additionalProperties":false,"title":"AudienceZoneInput","examples":[{"column":"tz"}]},"lastInbound":{"description":"Column with the instant of the recipient's last message to the business number; it opens the 24 hours in which WhatsApp messages may be sent.","type":"string","minLength":1,"examples":["last_inbound_at"]},"exclude":{"description":"Files with the same key column whose recipients are left out.","type":"array","items":{"type":"string","pattern":"\\.(csv|jsonl|ndjson)$","x-words":"a path that ends in `.csv` or `.jsonl`"},"examples":[["audiences/do-not-contact.csv"]]},"where":{"$ref":"#/$defs/Where"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"file":"audiences/members.csv","key":"phone"}]};
const schema45 = {"title":"WhereInput","description":"Only recipients whose column has one of these values; several columns must all agree.","type":"object","additionalProperties":{"description":"A value, or a list of values of which one must match, compared as text.","anyOf":[{"type":["string","number","boolean"]},{"type":"array","minItems":1,"items":{"type":["string","number","boolean"]}}],"x-words":"a value or a list of values"},"minProperties":1,"examples":[{"tier":["gold","silver"]}]};
const pattern27 = new RegExp("\\.(csv|jsonl|ndjson)$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'",schema:schema44.required,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.key === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema44.required,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "file") || (key0 === "key")) || (key0 === "timezone")) || (key0 === "lastInbound")) || (key0 === "exclude")) || (key0 === "where")) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.file !== undefined){
let data0 = data.file;
if(typeof data0 === "string"){
if(!pattern27.test(data0)){
const err3 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern: "\\.(csv|jsonl|ndjson)$"},message:"must match pattern \""+"\\.(csv|jsonl|ndjson)$"+"\"",schema:"\\.(csv|jsonl|ndjson)$",parentSchema:schema44.properties.file,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.file.type,parentSchema:schema44.properties.file,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.key !== undefined){
let data1 = data.key;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema44.properties.key,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.key.type,parentSchema:schema44.properties.key,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.timezone !== undefined){
let data2 = data.timezone;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 1){
const err7 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/maxProperties",keyword:"maxProperties",params:{limit: 1},message:"must NOT have more than 1 properties",schema:1,parentSchema:schema44.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(Object.keys(data2).length < 1){
const err8 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema44.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "column") || (key1 === "zone"))){
const err9 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema44.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.column !== undefined){
let data3 = data2.column;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err10 = {instancePath:instancePath+"/timezone/column",schemaPath:"#/properties/timezone/properties/column/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema44.properties.timezone.properties.column,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/timezone/column",schemaPath:"#/properties/timezone/properties/column/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.timezone.properties.column.type,parentSchema:schema44.properties.timezone.properties.column,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data2.zone !== undefined){
let data4 = data2.zone;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err12 = {instancePath:instancePath+"/timezone/zone",schemaPath:"#/properties/timezone/properties/zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema44.properties.timezone.properties.zone,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/timezone/zone",schemaPath:"#/properties/timezone/properties/zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.timezone.properties.zone.type,parentSchema:schema44.properties.timezone.properties.zone,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.properties.timezone.type,parentSchema:schema44.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.lastInbound !== undefined){
let data5 = data.lastInbound;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/lastInbound",schemaPath:"#/properties/lastInbound/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema44.properties.lastInbound,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/lastInbound",schemaPath:"#/properties/lastInbound/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.lastInbound.type,parentSchema:schema44.properties.lastInbound,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.exclude !== undefined){
let data6 = data.exclude;
if(Array.isArray(data6)){
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
if(typeof data7 === "string"){
if(!pattern27.test(data7)){
const err17 = {instancePath:instancePath+"/exclude/" + i0,schemaPath:"#/properties/exclude/items/pattern",keyword:"pattern",params:{pattern: "\\.(csv|jsonl|ndjson)$"},message:"must match pattern \""+"\\.(csv|jsonl|ndjson)$"+"\"",schema:"\\.(csv|jsonl|ndjson)$",parentSchema:schema44.properties.exclude.items,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/exclude/" + i0,schemaPath:"#/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.exclude.items.type,parentSchema:schema44.properties.exclude.items,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/exclude",schemaPath:"#/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema44.properties.exclude.type,parentSchema:schema44.properties.exclude,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.where !== undefined){
let data8 = data.where;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(Object.keys(data8).length < 1){
const err20 = {instancePath:instancePath+"/where",schemaPath:"#/$defs/Where/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema45,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key2 in data8){
let data9 = data8[key2];
const _errs24 = errors;
let valid6 = false;
const _errs25 = errors;
if(((typeof data9 !== "string") && (!((typeof data9 == "number") && (isFinite(data9))))) && (typeof data9 !== "boolean")){
const err21 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/0/type",keyword:"type",params:{type: schema45.additionalProperties.anyOf[0].type},message:"must be string,number,boolean",schema:schema45.additionalProperties.anyOf[0].type,parentSchema:schema45.additionalProperties.anyOf[0],data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid0 = _errs25 === errors;
valid6 = valid6 || _valid0;
const _errs27 = errors;
if(Array.isArray(data9)){
if(data9.length < 1){
const err22 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema45.additionalProperties.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
if(((typeof data10 !== "string") && (!((typeof data10 == "number") && (isFinite(data10))))) && (typeof data10 !== "boolean")){
const err23 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/items/type",keyword:"type",params:{type: schema45.additionalProperties.anyOf[1].items.type},message:"must be string,number,boolean",schema:schema45.additionalProperties.anyOf[1].items.type,parentSchema:schema45.additionalProperties.anyOf[1].items,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema45.additionalProperties.anyOf[1].type,parentSchema:schema45.additionalProperties.anyOf[1],data:data9};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid0 = _errs27 === errors;
valid6 = valid6 || _valid0;
if(!valid6){
const err25 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema45.additionalProperties.anyOf,parentSchema:schema45.additionalProperties,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err26 = {instancePath:instancePath+"/where",schemaPath:"#/$defs/Where/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.type,parentSchema:schema45,data:data8};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.type,parentSchema:schema44,data};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema46 = {"title":"StepInput","description":"One named use of one operation, once or once per recipient.","type":"object","required":["uses"],"discriminator":{"propertyName":"uses"},"oneOf":[{"$ref":"#/$defs/WhatsappSendStep"},{"$ref":"#/$defs/VoiceRedialStep"},{"$ref":"#/$defs/OtpSendStep"},{"$ref":"#/$defs/AudioUploadStep"},{"$ref":"#/$defs/AivoicePauseStep"},{"$ref":"#/$defs/SmsBalanceStep"},{"$ref":"#/$defs/AgentsListStep"},{"$ref":"#/$defs/AxbListStep"},{"$ref":"#/$defs/SmsBackfillStep"}]};
const schema47 = {"title":"WhatsappSendStepInput","description":"Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Send a custom (session) message over WhatsApp: only within 24 hours after the recipient's last message to the business number.","type":"string","const":"whatsapp.send"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `whatsapp.send`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"onUnknown":{"description":"What to do with a message whose answer was lost: `hold` it for a person (default), or `resend` it, at the risk of sending it twice.","type":"string","enum":["hold","resend"],"examples":["hold"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};
const schema48 = {"title":"StepTitle","description":"What people call this step.","type":"string","maxLength":200,"examples":["Second reminder"]};
const schema49 = {"title":"Needs","description":"Step or steps that must have finished first: a single job accepted, a `forEach` step settled for every recipient.","anyOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"string","minLength":1}}],"x-words":"a step's name or a list of them","examples":["greeting",["funds","greeting"]]};
const schema50 = {"title":"Runs","description":"When the needs have finished: `on-success` (default) if they were accepted, `on-failure` if one was not, or `always`.","type":"string","enum":["on-success","on-failure","always"],"examples":["on-failure"]};
const schema55 = {"title":"Purpose","description":"`transactional` for what the recipient asked for just now (a code, an answer): may have hours of its own. Default `campaign`.","type":"string","enum":["campaign","transactional"],"examples":["transactional"]};
const schema57 = {"title":"Was","description":"This step's earlier name, so that renaming it does not send everything again.","type":"string","minLength":1,"examples":["reminder"]};
const schema54 = {"title":"StepWindow","description":"Local hours of this step: they narrow the campaign's. With `purpose: transactional`, hours of its own or `always`.","anyOf":[{"const":"always"},{"$ref":"#/$defs/Window"}],"x-words":"hours such as `{ open: \"10:00\", close: \"18:00\" }`, or `always`","examples":[{"open":"10:00","close":"18:00"},"always"]};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if("always" !== data){
const err0 = {instancePath,schemaPath:"#/anyOf/0/const",keyword:"const",params:{allowedValue: "always"},message:"must be equal to constant",schema:"always",parentSchema:schema54.anyOf[0],data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs2 = errors;
if(!(validate21(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = true;
}
if(!valid0){
const err1 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema54.anyOf,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate29.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate29.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema58 = {"title":"ForEachInput","description":"One job per recipient: an audience's name, or which part of it.","anyOf":[{"type":"string","minLength":1,"description":"An audience's name."},{"title":"ForEachObjectInput","description":"An audience, narrowed.","type":"object","required":["audience"],"properties":{"audience":{"description":"The audience's name.","type":"string","minLength":1,"examples":["members"]},"onlyIf":{"title":"OnlyIfInput","description":"Only recipients whose job in an earlier step over the same audience ended like this: makes fallback ladders.","type":"object","required":["step","outcome"],"properties":{"step":{"description":"The earlier step.","type":"string","minLength":1,"examples":["followUp"]},"outcome":{"description":"How that recipient's job ended there. A job in doubt matches none of them: the person may have been reached.","type":"string","enum":["accepted","rejected","skipped","expired"],"examples":["accepted"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"examples":[{"step":"followUp","outcome":"rejected"}]},"where":{"$ref":"#/$defs/Where"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false}],"x-words":"an audience's name, or `{ audience: …, onlyIf: …, where: … }`","examples":["members",{"audience":"members","onlyIf":{"step":"followUp","outcome":"accepted"}}]};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data === "string"){
if(func2(data) < 1){
const err0 = {instancePath,schemaPath:"#/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.anyOf[0],data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.anyOf[0].type,parentSchema:schema58.anyOf[0],data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.audience === undefined){
const err2 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "audience"},message:"must have required property '"+"audience"+"'",schema:schema58.anyOf[1].required,parentSchema:schema58.anyOf[1],data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "audience") || (key0 === "onlyIf")) || (key0 === "where")) || (pattern4.test(key0)))){
const err3 = {instancePath,schemaPath:"#/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema58.anyOf[1],data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.audience !== undefined){
let data0 = data.audience;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/audience",schemaPath:"#/anyOf/1/properties/audience/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.anyOf[1].properties.audience,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/audience",schemaPath:"#/anyOf/1/properties/audience/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.anyOf[1].properties.audience.type,parentSchema:schema58.anyOf[1].properties.audience,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.onlyIf !== undefined){
let data1 = data.onlyIf;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.step === undefined){
const err6 = {instancePath:instancePath+"/onlyIf",schemaPath:"#/anyOf/1/properties/onlyIf/required",keyword:"required",params:{missingProperty: "step"},message:"must have required property '"+"step"+"'",schema:schema58.anyOf[1].properties.onlyIf.required,parentSchema:schema58.anyOf[1].properties.onlyIf,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.outcome === undefined){
const err7 = {instancePath:instancePath+"/onlyIf",schemaPath:"#/anyOf/1/properties/onlyIf/required",keyword:"required",params:{missingProperty: "outcome"},message:"must have required property '"+"outcome"+"'",schema:schema58.anyOf[1].properties.onlyIf.required,parentSchema:schema58.anyOf[1].properties.onlyIf,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data1){
if(!(((key1 === "step") || (key1 === "outcome")) || (pattern4.test(key1)))){
const err8 = {instancePath:instancePath+"/onlyIf",schemaPath:"#/anyOf/1/properties/onlyIf/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema58.anyOf[1].properties.onlyIf,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.step !== undefined){
let data2 = data1.step;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/onlyIf/step",schemaPath:"#/anyOf/1/properties/onlyIf/properties/step/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.anyOf[1].properties.onlyIf.properties.step,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/onlyIf/step",schemaPath:"#/anyOf/1/properties/onlyIf/properties/step/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.anyOf[1].properties.onlyIf.properties.step.type,parentSchema:schema58.anyOf[1].properties.onlyIf.properties.step,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.outcome !== undefined){
let data3 = data1.outcome;
if(typeof data3 !== "string"){
const err11 = {instancePath:instancePath+"/onlyIf/outcome",schemaPath:"#/anyOf/1/properties/onlyIf/properties/outcome/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.anyOf[1].properties.onlyIf.properties.outcome.type,parentSchema:schema58.anyOf[1].properties.onlyIf.properties.outcome,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((((data3 === "accepted") || (data3 === "rejected")) || (data3 === "skipped")) || (data3 === "expired"))){
const err12 = {instancePath:instancePath+"/onlyIf/outcome",schemaPath:"#/anyOf/1/properties/onlyIf/properties/outcome/enum",keyword:"enum",params:{allowedValues: schema58.anyOf[1].properties.onlyIf.properties.outcome.enum},message:"must be equal to one of the allowed values",schema:schema58.anyOf[1].properties.onlyIf.properties.outcome.enum,parentSchema:schema58.anyOf[1].properties.onlyIf.properties.outcome,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/onlyIf",schemaPath:"#/anyOf/1/properties/onlyIf/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema58.anyOf[1].properties.onlyIf.type,parentSchema:schema58.anyOf[1].properties.onlyIf,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.where !== undefined){
let data4 = data.where;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length < 1){
const err14 = {instancePath:instancePath+"/where",schemaPath:"#/$defs/Where/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema45,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key2 in data4){
let data5 = data4[key2];
const _errs20 = errors;
let valid5 = false;
const _errs21 = errors;
if(((typeof data5 !== "string") && (!((typeof data5 == "number") && (isFinite(data5))))) && (typeof data5 !== "boolean")){
const err15 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/0/type",keyword:"type",params:{type: schema45.additionalProperties.anyOf[0].type},message:"must be string,number,boolean",schema:schema45.additionalProperties.anyOf[0].type,parentSchema:schema45.additionalProperties.anyOf[0],data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid1 = _errs21 === errors;
valid5 = valid5 || _valid1;
const _errs23 = errors;
if(Array.isArray(data5)){
if(data5.length < 1){
const err16 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema45.additionalProperties.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(((typeof data6 !== "string") && (!((typeof data6 == "number") && (isFinite(data6))))) && (typeof data6 !== "boolean")){
const err17 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/items/type",keyword:"type",params:{type: schema45.additionalProperties.anyOf[1].items.type},message:"must be string,number,boolean",schema:schema45.additionalProperties.anyOf[1].items.type,parentSchema:schema45.additionalProperties.anyOf[1].items,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema45.additionalProperties.anyOf[1].type,parentSchema:schema45.additionalProperties.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid1 = _errs23 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err19 = {instancePath:instancePath+"/where/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Where/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema45.additionalProperties.anyOf,parentSchema:schema45.additionalProperties,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err20 = {instancePath:instancePath+"/where",schemaPath:"#/$defs/Where/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.type,parentSchema:schema45,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema58.anyOf[1].type,parentSchema:schema58.anyOf[1],data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = true;
}
if(!valid0){
const err22 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema58.anyOf,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate32.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate32.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema47.required,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.with === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "with"},message:"must have required property '"+"with"+"'",schema:schema47.required,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema47.properties, key0)) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.uses.type,parentSchema:schema47.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("whatsapp.send" !== data0){
const err4 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "whatsapp.send"},message:"must be equal to constant",schema:"whatsapp.send",parentSchema:schema47.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err14 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err22 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.forEach !== undefined){
if(!(validate32(data.forEach, {instancePath:instancePath+"/forEach",parentData:data,parentDataProperty:"forEach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.with !== undefined){
let data13 = data.with;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema47.properties.with.type,parentSchema:schema47.properties.with,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.onUnknown !== undefined){
let data14 = data.onUnknown;
if(typeof data14 !== "string"){
const err28 = {instancePath:instancePath+"/onUnknown",schemaPath:"#/properties/onUnknown/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.properties.onUnknown.type,parentSchema:schema47.properties.onUnknown,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!((data14 === "hold") || (data14 === "resend"))){
const err29 = {instancePath:instancePath+"/onUnknown",schemaPath:"#/properties/onUnknown/enum",keyword:"enum",params:{allowedValues: schema47.properties.onUnknown.enum},message:"must be equal to one of the allowed values",schema:schema47.properties.onUnknown.enum,parentSchema:schema47.properties.onUnknown,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema47.type,parentSchema:schema47,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema60 = {"title":"VoiceRedialStepInput","description":"Call a finished or cancelled voice group-call task again.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Call a finished or cancelled voice group-call task again.","type":"string","const":"voice.redial"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `voice.redial`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema60.required,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.with === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "with"},message:"must have required property '"+"with"+"'",schema:schema60.required,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema60.properties, key0)) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema60.properties.uses.type,parentSchema:schema60.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("voice.redial" !== data0){
const err4 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "voice.redial"},message:"must be equal to constant",schema:"voice.redial",parentSchema:schema60.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err14 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err22 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.forEach !== undefined){
if(!(validate32(data.forEach, {instancePath:instancePath+"/forEach",parentData:data,parentDataProperty:"forEach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.with !== undefined){
let data13 = data.with;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema60.properties.with.type,parentSchema:schema60.properties.with,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema60.type,parentSchema:schema60,data};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema70 = {"title":"OtpSendStepInput","description":"Send a verification code over SMS, call or SNA.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Send a verification code over SMS, call or SNA.","type":"string","const":"otp.send"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `otp.send`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expires":{"$ref":"#/$defs/Duration","description":"How long a code is of use, from its first attempt. Default 5m.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema70.required,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.with === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "with"},message:"must have required property '"+"with"+"'",schema:schema70.required,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema70.properties, key0)) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.uses.type,parentSchema:schema70.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("otp.send" !== data0){
const err4 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "otp.send"},message:"must be equal to constant",schema:"otp.send",parentSchema:schema70.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err14 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err22 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.forEach !== undefined){
if(!(validate32(data.forEach, {instancePath:instancePath+"/forEach",parentData:data,parentDataProperty:"forEach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.with !== undefined){
let data13 = data.with;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema70.properties.with.type,parentSchema:schema70.properties.with,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.expires !== undefined){
let data14 = data.expires;
if(typeof data14 === "string"){
if(!pattern23.test(data14)){
const err28 = {instancePath:instancePath+"/expires",schemaPath:"#/$defs/Duration/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/expires",schemaPath:"#/$defs/Duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema70.type,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema81 = {"title":"AudioUploadStepInput","description":"Upload an audio file; its id starts a voice group call.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Upload an audio file; its id starts a voice group call.","type":"string","const":"audio.upload"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `audio.upload`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema81.required,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.with === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "with"},message:"must have required property '"+"with"+"'",schema:schema81.required,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema81.properties, key0)) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema81.properties.uses.type,parentSchema:schema81.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("audio.upload" !== data0){
const err4 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "audio.upload"},message:"must be equal to constant",schema:"audio.upload",parentSchema:schema81.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err14 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err22 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.with !== undefined){
let data12 = data.with;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema81.properties.with.type,parentSchema:schema81.properties.with,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema81.type,parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema91 = {"title":"AivoicePauseStepInput","description":"Pause an AI voice task.","type":"object","required":["uses","with"],"properties":{"uses":{"description":"Pause an AI voice task.","type":"string","const":"aivoice.pause"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `aivoice.pause`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema91.required,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.with === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "with"},message:"must have required property '"+"with"+"'",schema:schema91.required,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema91.properties, key0)) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema91.properties.uses.type,parentSchema:schema91.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("aivoice.pause" !== data0){
const err4 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "aivoice.pause"},message:"must be equal to constant",schema:"aivoice.pause",parentSchema:schema91.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err12 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err14 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err22 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.forEach !== undefined){
if(!(validate32(data.forEach, {instancePath:instancePath+"/forEach",parentData:data,parentDataProperty:"forEach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.with !== undefined){
let data13 = data.with;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema91.properties.with.type,parentSchema:schema91.properties.with,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema91.type,parentSchema:schema91,data};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema101 = {"title":"SmsBalanceStepInput","description":"Ask for the SMS account's balance.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the SMS account's balance.","type":"string","const":"sms.balance"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"`sms.balance` has no request body.","type":"object","maxProperties":0},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"balance":{"$ref":"#/$defs/Comparison","description":"The account's own money."},"gift":{"$ref":"#/$defs/Comparison","description":"Gifted money."},"credit":{"$ref":"#/$defs/Comparison","description":"Credit."},"available":{"$ref":"#/$defs/Comparison","description":"balance + gift + credit."}},"minProperties":1,"additionalProperties":false,"examples":[{"available":{"atLeast":50}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};
const schema111 = {"title":"ComparisonInput","description":"A condition on one output of a query.","type":"object","properties":{"atLeast":{"description":"Met when the output is this or more; lists are compared by their length.","type":"number","examples":[50]},"atMost":{"description":"Met when the output is this or less; lists are compared by their length.","type":"number","examples":[10]},"equals":{"description":"Met when the output is this; lists are compared by their length.","type":["string","number","boolean"],"examples":[0]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false,"minProperties":1,"examples":[{"atLeast":50}]};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema101.required,parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema101.properties, key0)) || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema101.properties.uses.type,parentSchema:schema101.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("sms.balance" !== data0){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "sms.balance"},message:"must be equal to constant",schema:"sms.balance",parentSchema:schema101.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err14 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err16 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err18 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err20 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err24 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.with !== undefined){
let data12 = data.with;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length > 0){
const err26 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/maxProperties",keyword:"maxProperties",params:{limit: 0},message:"must NOT have more than 0 properties",schema:0,parentSchema:schema101.properties.with,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema101.properties.with.type,parentSchema:schema101.properties.with,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.expect !== undefined){
let data13 = data.expect;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 1){
const err28 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema101.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key1 in data13){
if(!((((key1 === "balance") || (key1 === "gift")) || (key1 === "credit")) || (key1 === "available"))){
const err29 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema101.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data13.balance !== undefined){
let data14 = data13.balance;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length < 1){
const err30 = {instancePath:instancePath+"/expect/balance",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
for(const key2 in data14){
if(!((((key2 === "atLeast") || (key2 === "atMost")) || (key2 === "equals")) || (pattern4.test(key2)))){
const err31 = {instancePath:instancePath+"/expect/balance",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.atLeast !== undefined){
let data15 = data14.atLeast;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err32 = {instancePath:instancePath+"/expect/balance/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data15};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.atMost !== undefined){
let data16 = data14.atMost;
if(!((typeof data16 == "number") && (isFinite(data16)))){
const err33 = {instancePath:instancePath+"/expect/balance/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.equals !== undefined){
let data17 = data14.equals;
if(((typeof data17 !== "string") && (!((typeof data17 == "number") && (isFinite(data17))))) && (typeof data17 !== "boolean")){
const err34 = {instancePath:instancePath+"/expect/balance/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data17};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/expect/balance",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data13.gift !== undefined){
let data18 = data13.gift;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err36 = {instancePath:instancePath+"/expect/gift",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
for(const key3 in data18){
if(!((((key3 === "atLeast") || (key3 === "atMost")) || (key3 === "equals")) || (pattern4.test(key3)))){
const err37 = {instancePath:instancePath+"/expect/gift",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data18.atLeast !== undefined){
let data19 = data18.atLeast;
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err38 = {instancePath:instancePath+"/expect/gift/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data19};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data18.atMost !== undefined){
let data20 = data18.atMost;
if(!((typeof data20 == "number") && (isFinite(data20)))){
const err39 = {instancePath:instancePath+"/expect/gift/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data20};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data18.equals !== undefined){
let data21 = data18.equals;
if(((typeof data21 !== "string") && (!((typeof data21 == "number") && (isFinite(data21))))) && (typeof data21 !== "boolean")){
const err40 = {instancePath:instancePath+"/expect/gift/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data21};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/expect/gift",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data13.credit !== undefined){
let data22 = data13.credit;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length < 1){
const err42 = {instancePath:instancePath+"/expect/credit",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data22};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key4 in data22){
if(!((((key4 === "atLeast") || (key4 === "atMost")) || (key4 === "equals")) || (pattern4.test(key4)))){
const err43 = {instancePath:instancePath+"/expect/credit",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data22};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data22.atLeast !== undefined){
let data23 = data22.atLeast;
if(!((typeof data23 == "number") && (isFinite(data23)))){
const err44 = {instancePath:instancePath+"/expect/credit/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data23};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data22.atMost !== undefined){
let data24 = data22.atMost;
if(!((typeof data24 == "number") && (isFinite(data24)))){
const err45 = {instancePath:instancePath+"/expect/credit/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data24};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data22.equals !== undefined){
let data25 = data22.equals;
if(((typeof data25 !== "string") && (!((typeof data25 == "number") && (isFinite(data25))))) && (typeof data25 !== "boolean")){
const err46 = {instancePath:instancePath+"/expect/credit/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data25};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/expect/credit",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data13.available !== undefined){
let data26 = data13.available;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(Object.keys(data26).length < 1){
const err48 = {instancePath:instancePath+"/expect/available",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data26};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
for(const key5 in data26){
if(!((((key5 === "atLeast") || (key5 === "atMost")) || (key5 === "equals")) || (pattern4.test(key5)))){
const err49 = {instancePath:instancePath+"/expect/available",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data26};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data26.atLeast !== undefined){
let data27 = data26.atLeast;
if(!((typeof data27 == "number") && (isFinite(data27)))){
const err50 = {instancePath:instancePath+"/expect/available/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data27};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data26.atMost !== undefined){
let data28 = data26.atMost;
if(!((typeof data28 == "number") && (isFinite(data28)))){
const err51 = {instancePath:instancePath+"/expect/available/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data26.equals !== undefined){
let data29 = data26.equals;
if(((typeof data29 !== "string") && (!((typeof data29 == "number") && (isFinite(data29))))) && (typeof data29 !== "boolean")){
const err52 = {instancePath:instancePath+"/expect/available/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data29};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/expect/available",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data26};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema101.properties.expect.type,parentSchema:schema101.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.every !== undefined){
let data30 = data.every;
if(typeof data30 === "string"){
if(!pattern23.test(data30)){
const err55 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data30};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data30};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema101.type,parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema116 = {"title":"AgentsListStepInput","description":"Ask for the call-centre agents.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the call-centre agents.","type":"string","const":"agents.list"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `agents.list`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"total":{"$ref":"#/$defs/Comparison","description":"How many records there are in all."},"records":{"$ref":"#/$defs/Comparison","description":"The records, by their number."}},"minProperties":1,"additionalProperties":false,"examples":[{"total":{"atLeast":3}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema116.required,parentSchema:schema116,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema116.properties, key0)) || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema116,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema116.properties.uses.type,parentSchema:schema116.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("agents.list" !== data0){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "agents.list"},message:"must be equal to constant",schema:"agents.list",parentSchema:schema116.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err14 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err16 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err18 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err20 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err24 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.with !== undefined){
let data12 = data.with;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err26 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema116.properties.with.type,parentSchema:schema116.properties.with,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.expect !== undefined){
let data13 = data.expect;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 1){
const err27 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema116.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 in data13){
if(!((key1 === "total") || (key1 === "records"))){
const err28 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema116.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data13.total !== undefined){
let data14 = data13.total;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length < 1){
const err29 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
for(const key2 in data14){
if(!((((key2 === "atLeast") || (key2 === "atMost")) || (key2 === "equals")) || (pattern4.test(key2)))){
const err30 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data14.atLeast !== undefined){
let data15 = data14.atLeast;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err31 = {instancePath:instancePath+"/expect/total/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.atMost !== undefined){
let data16 = data14.atMost;
if(!((typeof data16 == "number") && (isFinite(data16)))){
const err32 = {instancePath:instancePath+"/expect/total/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.equals !== undefined){
let data17 = data14.equals;
if(((typeof data17 !== "string") && (!((typeof data17 == "number") && (isFinite(data17))))) && (typeof data17 !== "boolean")){
const err33 = {instancePath:instancePath+"/expect/total/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data17};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data13.records !== undefined){
let data18 = data13.records;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err35 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key3 in data18){
if(!((((key3 === "atLeast") || (key3 === "atMost")) || (key3 === "equals")) || (pattern4.test(key3)))){
const err36 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data18.atLeast !== undefined){
let data19 = data18.atLeast;
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err37 = {instancePath:instancePath+"/expect/records/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data19};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data18.atMost !== undefined){
let data20 = data18.atMost;
if(!((typeof data20 == "number") && (isFinite(data20)))){
const err38 = {instancePath:instancePath+"/expect/records/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data20};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data18.equals !== undefined){
let data21 = data18.equals;
if(((typeof data21 !== "string") && (!((typeof data21 == "number") && (isFinite(data21))))) && (typeof data21 !== "boolean")){
const err39 = {instancePath:instancePath+"/expect/records/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data21};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema116.properties.expect.type,parentSchema:schema116.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.every !== undefined){
let data22 = data.every;
if(typeof data22 === "string"){
if(!pattern23.test(data22)){
const err42 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data22};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data22};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema116.type,parentSchema:schema116,data};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema129 = {"title":"AxbListStepInput","description":"Ask for the number (AXB) bindings.","type":"object","required":["uses"],"properties":{"uses":{"description":"Ask for the number (AXB) bindings.","type":"string","const":"axb.list"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"with":{"description":"The request body of `axb.list`, field for field as the service names it. Strings may be Liquid templates.","type":"object"},"expect":{"title":"ExpectInput","description":"A gate on the answer: not met means the step is rejected and what needs it does not start.","type":"object","properties":{"total":{"$ref":"#/$defs/Comparison","description":"How many records there are in all."},"records":{"$ref":"#/$defs/Comparison","description":"The records, by their number."}},"minProperties":1,"additionalProperties":false,"examples":[{"total":{"atLeast":3}}]},"every":{"$ref":"#/$defs/Duration","description":"Ask again so often until `expect` holds, or until `until`.","examples":["5m"]}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema129.required,parentSchema:schema129,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema129.properties, key0)) || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema129,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema129.properties.uses.type,parentSchema:schema129.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("axb.list" !== data0){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "axb.list"},message:"must be equal to constant",schema:"axb.list",parentSchema:schema129.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err14 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err16 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err18 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err20 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err24 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.with !== undefined){
let data12 = data.with;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err26 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema129.properties.with.type,parentSchema:schema129.properties.with,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.expect !== undefined){
let data13 = data.expect;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 1){
const err27 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema129.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 in data13){
if(!((key1 === "total") || (key1 === "records"))){
const err28 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema129.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data13.total !== undefined){
let data14 = data13.total;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length < 1){
const err29 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
for(const key2 in data14){
if(!((((key2 === "atLeast") || (key2 === "atMost")) || (key2 === "equals")) || (pattern4.test(key2)))){
const err30 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data14.atLeast !== undefined){
let data15 = data14.atLeast;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err31 = {instancePath:instancePath+"/expect/total/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.atMost !== undefined){
let data16 = data14.atMost;
if(!((typeof data16 == "number") && (isFinite(data16)))){
const err32 = {instancePath:instancePath+"/expect/total/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.equals !== undefined){
let data17 = data14.equals;
if(((typeof data17 !== "string") && (!((typeof data17 == "number") && (isFinite(data17))))) && (typeof data17 !== "boolean")){
const err33 = {instancePath:instancePath+"/expect/total/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data17};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/expect/total",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data14};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data13.records !== undefined){
let data18 = data13.records;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err35 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key3 in data18){
if(!((((key3 === "atLeast") || (key3 === "atMost")) || (key3 === "equals")) || (pattern4.test(key3)))){
const err36 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data18.atLeast !== undefined){
let data19 = data18.atLeast;
if(!((typeof data19 == "number") && (isFinite(data19)))){
const err37 = {instancePath:instancePath+"/expect/records/atLeast",schemaPath:"#/$defs/Comparison/properties/atLeast/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atLeast.type,parentSchema:schema111.properties.atLeast,data:data19};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data18.atMost !== undefined){
let data20 = data18.atMost;
if(!((typeof data20 == "number") && (isFinite(data20)))){
const err38 = {instancePath:instancePath+"/expect/records/atMost",schemaPath:"#/$defs/Comparison/properties/atMost/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema111.properties.atMost.type,parentSchema:schema111.properties.atMost,data:data20};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data18.equals !== undefined){
let data21 = data18.equals;
if(((typeof data21 !== "string") && (!((typeof data21 == "number") && (isFinite(data21))))) && (typeof data21 !== "boolean")){
const err39 = {instancePath:instancePath+"/expect/records/equals",schemaPath:"#/$defs/Comparison/properties/equals/type",keyword:"type",params:{type: schema111.properties.equals.type},message:"must be string,number,boolean",schema:schema111.properties.equals.type,parentSchema:schema111.properties.equals,data:data21};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/expect/records",schemaPath:"#/$defs/Comparison/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema111.type,parentSchema:schema111,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema129.properties.expect.type,parentSchema:schema129.properties.expect,data:data13};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.every !== undefined){
let data22 = data.every;
if(typeof data22 === "string"){
if(!pattern23.test(data22)){
const err42 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data22};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/Duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data22};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema129.type,parentSchema:schema129,data};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema142 = {"title":"SmsBackfillStepInput","description":"Report the status of a verification SMS back to the service.","type":"object","required":["uses"],"properties":{"uses":{"description":"Report the status of a verification SMS back to the service.","type":"string","const":"sms.backfill"},"title":{"$ref":"#/$defs/StepTitle"},"needs":{"$ref":"#/$defs/Needs"},"runs":{"$ref":"#/$defs/Runs"},"delay":{"$ref":"#/$defs/Delay"},"at":{"$ref":"#/$defs/At"},"until":{"$ref":"#/$defs/Until"},"window":{"$ref":"#/$defs/StepWindow"},"purpose":{"$ref":"#/$defs/Purpose"},"rate":{"$ref":"#/$defs/StepRate"},"was":{"$ref":"#/$defs/Was"},"forEach":{"$ref":"#/$defs/ForEach"},"with":{"description":"The request body of `sms.backfill`, field for field as the service names it. Strings may be Liquid templates.","type":"object"}},"patternProperties":{"^x-":{"description":"Notes and YAML anchors; ignored."}},"additionalProperties":false};

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema142.required,parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema142.properties, key0)) || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.uses !== undefined){
let data0 = data.uses;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema142.properties.uses.type,parentSchema:schema142.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("sms.backfill" !== data0){
const err3 = {instancePath:instancePath+"/uses",schemaPath:"#/properties/uses/const",keyword:"const",params:{allowedValue: "sms.backfill"},message:"must be equal to constant",schema:"sms.backfill",parentSchema:schema142.properties.uses,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/$defs/StepTitle/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema48.type,parentSchema:schema48,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.needs !== undefined){
let data2 = data.needs;
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[0].type,parentSchema:schema49.anyOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
const _errs12 = errors;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/needs/" + i0,schemaPath:"#/$defs/Needs/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.anyOf[1].items.type,parentSchema:schema49.anyOf[1].items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema49.anyOf[1].type,parentSchema:schema49.anyOf[1],data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err11 = {instancePath:instancePath+"/needs",schemaPath:"#/$defs/Needs/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema49.anyOf,parentSchema:schema49,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
if(data.runs !== undefined){
let data4 = data.runs;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema50.type,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((data4 === "on-success") || (data4 === "on-failure")) || (data4 === "always"))){
const err13 = {instancePath:instancePath+"/runs",schemaPath:"#/$defs/Runs/enum",keyword:"enum",params:{allowedValues: schema50.enum},message:"must be equal to one of the allowed values",schema:schema50.enum,parentSchema:schema50,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.delay !== undefined){
let data5 = data.delay;
if(typeof data5 === "string"){
if(!pattern23.test(data5)){
const err14 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/pattern",keyword:"pattern",params:{pattern: "^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"},message:"must match pattern \""+"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$"+"\"",schema:"^((\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(?<=[dhms])|P(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)(?<=[WDHMS]))$",parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/delay",schemaPath:"#/$defs/Delay/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.at !== undefined){
let data6 = data.at;
if(typeof data6 === "string"){
if(!pattern6.test(data6)){
const err16 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/at",schemaPath:"#/$defs/At/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.until !== undefined){
let data7 = data.until;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err18 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/Until/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate29(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.purpose !== undefined){
let data9 = data.purpose;
if(typeof data9 !== "string"){
const err20 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!((data9 === "campaign") || (data9 === "transactional"))){
const err21 = {instancePath:instancePath+"/purpose",schemaPath:"#/$defs/Purpose/enum",keyword:"enum",params:{allowedValues: schema55.enum},message:"must be equal to one of the allowed values",schema:schema55.enum,parentSchema:schema55,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data10 = data.rate;
if(typeof data10 === "string"){
if(!pattern19.test(data10)){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"},message:"must match pattern \""+"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$"+"\"",schema:"^[1-9]\\d{0,8}/([1-9]\\d{0,5})?[smhd]$",parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/rate",schemaPath:"#/$defs/StepRate/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.type,parentSchema:schema41,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.was !== undefined){
let data11 = data.was;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err24 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/was",schemaPath:"#/$defs/Was/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema57.type,parentSchema:schema57,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.forEach !== undefined){
if(!(validate32(data.forEach, {instancePath:instancePath+"/forEach",parentData:data,parentDataProperty:"forEach",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
if(data.with !== undefined){
let data13 = data.with;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err26 = {instancePath:instancePath+"/with",schemaPath:"#/properties/with/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema142.properties.with.type,parentSchema:schema142.properties.with,data:data13};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema142.type,parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uses === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uses"},message:"must have required property '"+"uses"+"'",schema:schema46.required,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const tag0 = data.uses;
if(typeof tag0 == "string"){
if(tag0 === "whatsapp.send"){
if(!(validate28(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var props0 = true;
}
else if(tag0 === "voice.redial"){
if(!(validate34(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "otp.send"){
if(!(validate37(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "audio.upload"){
if(!(validate40(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "aivoice.pause"){
if(!(validate42(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "sms.balance"){
if(!(validate45(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "agents.list"){
if(!(validate47(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "axb.list"){
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "sms.backfill"){
if(!(validate51(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err1 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "uses", tagValue: tag0},message:"value of tag \"uses\" must be in oneOf",schema:schema46.discriminator,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "uses", tagValue: tag0},message:"tag \"uses\" must be string",schema:schema46.discriminator,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema46.type,parentSchema:schema46,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate27.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate27.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://callsheet.dev/schemas/campaign.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.campaign === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "campaign"},message:"must have required property '"+"campaign"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.timezone === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "timezone"},message:"must have required property '"+"timezone"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.steps === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"},message:"must have required property '"+"steps"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema31.properties, key0)) || (pattern4.test(key0)))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.campaign !== undefined){
let data0 = data.campaign;
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err4 = {instancePath:instancePath+"/campaign",schemaPath:"#/properties/campaign/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]{0,62}$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]{0,62}$"+"\"",schema:"^[a-z0-9][a-z0-9-]{0,62}$",parentSchema:schema31.properties.campaign,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/campaign",schemaPath:"#/properties/campaign/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.campaign.type,parentSchema:schema31.properties.campaign,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema31.properties.title,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data1) < 1){
const err7 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.title,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.title.type,parentSchema:schema31.properties.title,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.timezone !== undefined){
let data2 = data.timezone;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.timezone.type,parentSchema:schema31.properties.timezone,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.starts !== undefined){
let data3 = data.starts;
if(typeof data3 === "string"){
if(!pattern6.test(data3)){
const err11 = {instancePath:instancePath+"/starts",schemaPath:"#/$defs/LocalDateTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/starts",schemaPath:"#/$defs/LocalDateTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.ends !== undefined){
let data4 = data.ends;
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
const err13 = {instancePath:instancePath+"/ends",schemaPath:"#/$defs/LocalDateTime/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$",parentSchema:schema32,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/ends",schemaPath:"#/$defs/LocalDateTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.window !== undefined){
if(!(validate21(data.window, {instancePath:instancePath+"/window",parentData:data,parentDataProperty:"window",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
if(data.account !== undefined){
let data6 = data.account;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 in data6){
if(!((((key1 === "appId") || (key1 === "businessPhone")) || (key1 === "smsAppId")) || (pattern4.test(key1)))){
const err15 = {instancePath:instancePath+"/account",schemaPath:"#/$defs/Account/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data6.appId !== undefined){
let data7 = data6.appId;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err16 = {instancePath:instancePath+"/account/appId",schemaPath:"#/$defs/Account/properties/appId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.appId,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/account/appId",schemaPath:"#/$defs/Account/properties/appId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.appId.type,parentSchema:schema38.properties.appId,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data6.businessPhone !== undefined){
let data8 = data6.businessPhone;
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err18 = {instancePath:instancePath+"/account/businessPhone",schemaPath:"#/$defs/Account/properties/businessPhone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.businessPhone,data:data8};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/account/businessPhone",schemaPath:"#/$defs/Account/properties/businessPhone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.businessPhone.type,parentSchema:schema38.properties.businessPhone,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.smsAppId !== undefined){
let data9 = data6.smsAppId;
if(typeof data9 === "string"){
if(func2(data9) < 1){
const err20 = {instancePath:instancePath+"/account/smsAppId",schemaPath:"#/$defs/Account/properties/smsAppId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.smsAppId,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/account/smsAppId",schemaPath:"#/$defs/Account/properties/smsAppId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.smsAppId.type,parentSchema:schema38.properties.smsAppId,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/account",schemaPath:"#/$defs/Account/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.env !== undefined){
let data10 = data.env;
if(Array.isArray(data10)){
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
if(typeof data11 === "string"){
if(!pattern13.test(data11)){
const err23 = {instancePath:instancePath+"/env/" + i0,schemaPath:"#/properties/env/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_]*$",parentSchema:schema31.properties.env.items,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/env/" + i0,schemaPath:"#/properties/env/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.env.items.type,parentSchema:schema31.properties.env.items,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.env.type,parentSchema:schema31.properties.env,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.inputs !== undefined){
let data12 = data.inputs;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key2 in data12){
const _errs31 = errors;
if(typeof key2 === "string"){
if(!pattern14.test(key2)){
const err26 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_-]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_-]*$",parentSchema:schema31.properties.inputs.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var valid7 = _errs31 === errors;
if(!valid7){
const err27 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",schema:schema31.properties.inputs.propertyNames,parentSchema:schema31.properties.inputs,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
for(const key3 in data12){
let data13 = data12[key3];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key4 in data13){
if(!((((key4 === "type") || (key4 === "default")) || (key4 === "description")) || (pattern4.test(key4)))){
const err28 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Input/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data13.type !== undefined){
let data14 = data13.type;
if(typeof data14 !== "string"){
const err29 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/Input/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.type.type,parentSchema:schema39.properties.type,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!(((data14 === "string") || (data14 === "number")) || (data14 === "boolean"))){
const err30 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/Input/properties/type/enum",keyword:"enum",params:{allowedValues: schema39.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.type.enum,parentSchema:schema39.properties.type,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data13.default !== undefined){
let data15 = data13.default;
if(((typeof data15 !== "string") && (!((typeof data15 == "number") && (isFinite(data15))))) && (typeof data15 !== "boolean")){
const err31 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/default",schemaPath:"#/$defs/Input/properties/default/type",keyword:"type",params:{type: schema39.properties.default.type},message:"must be string,number,boolean",schema:schema39.properties.default.type,parentSchema:schema39.properties.default,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data13.description !== undefined){
let data16 = data13.description;
if(typeof data16 !== "string"){
const err32 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/Input/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.description.type,parentSchema:schema39.properties.description,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/inputs/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Input/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data:data13};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/inputs",schemaPath:"#/properties/inputs/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.inputs.type,parentSchema:schema31.properties.inputs,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.vars !== undefined){
let data17 = data.vars;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key5 in data17){
const _errs45 = errors;
if(typeof key5 === "string"){
if(!pattern14.test(key5)){
const err35 = {instancePath:instancePath+"/vars",schemaPath:"#/properties/vars/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_-]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_-]*$",parentSchema:schema31.properties.vars.propertyNames,data:key5,propertyName:key5};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var valid11 = _errs45 === errors;
if(!valid11){
const err36 = {instancePath:instancePath+"/vars",schemaPath:"#/properties/vars/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid",schema:schema31.properties.vars.propertyNames,parentSchema:schema31.properties.vars,data:data17};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/vars",schemaPath:"#/properties/vars/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.vars.type,parentSchema:schema31.properties.vars,data:data17};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.costs !== undefined){
let data18 = data.costs;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key6 in data18){
if(!((func1.call(schema31.properties.costs.properties, key6)) || (pattern4.test(key6)))){
const err38 = {instancePath:instancePath+"/costs",schemaPath:"#/properties/costs/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.costs,data:data18};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data18["whatsapp.send"] !== undefined){
let data19 = data18["whatsapp.send"];
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
const err39 = {instancePath:instancePath+"/costs/whatsapp.send",schemaPath:"#/properties/costs/properties/whatsapp.send/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["whatsapp.send"],data:data19};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/costs/whatsapp.send",schemaPath:"#/properties/costs/properties/whatsapp.send/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["whatsapp.send"].type,parentSchema:schema31.properties.costs.properties["whatsapp.send"],data:data19};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data18["voice.redial"] !== undefined){
let data20 = data18["voice.redial"];
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
const err41 = {instancePath:instancePath+"/costs/voice.redial",schemaPath:"#/properties/costs/properties/voice.redial/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["voice.redial"],data:data20};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/costs/voice.redial",schemaPath:"#/properties/costs/properties/voice.redial/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["voice.redial"].type,parentSchema:schema31.properties.costs.properties["voice.redial"],data:data20};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data18["otp.send"] !== undefined){
let data21 = data18["otp.send"];
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
const err43 = {instancePath:instancePath+"/costs/otp.send",schemaPath:"#/properties/costs/properties/otp.send/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["otp.send"],data:data21};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/costs/otp.send",schemaPath:"#/properties/costs/properties/otp.send/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["otp.send"].type,parentSchema:schema31.properties.costs.properties["otp.send"],data:data21};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data18["audio.upload"] !== undefined){
let data22 = data18["audio.upload"];
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
const err45 = {instancePath:instancePath+"/costs/audio.upload",schemaPath:"#/properties/costs/properties/audio.upload/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["audio.upload"],data:data22};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/costs/audio.upload",schemaPath:"#/properties/costs/properties/audio.upload/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["audio.upload"].type,parentSchema:schema31.properties.costs.properties["audio.upload"],data:data22};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data18["aivoice.pause"] !== undefined){
let data23 = data18["aivoice.pause"];
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
const err47 = {instancePath:instancePath+"/costs/aivoice.pause",schemaPath:"#/properties/costs/properties/aivoice.pause/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["aivoice.pause"],data:data23};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/costs/aivoice.pause",schemaPath:"#/properties/costs/properties/aivoice.pause/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["aivoice.pause"].type,parentSchema:schema31.properties.costs.properties["aivoice.pause"],data:data23};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data18["sms.balance"] !== undefined){
let data24 = data18["sms.balance"];
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
const err49 = {instancePath:instancePath+"/costs/sms.balance",schemaPath:"#/properties/costs/properties/sms.balance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["sms.balance"],data:data24};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/costs/sms.balance",schemaPath:"#/properties/costs/properties/sms.balance/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["sms.balance"].type,parentSchema:schema31.properties.costs.properties["sms.balance"],data:data24};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data18["agents.list"] !== undefined){
let data25 = data18["agents.list"];
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
const err51 = {instancePath:instancePath+"/costs/agents.list",schemaPath:"#/properties/costs/properties/agents.list/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["agents.list"],data:data25};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/costs/agents.list",schemaPath:"#/properties/costs/properties/agents.list/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["agents.list"].type,parentSchema:schema31.properties.costs.properties["agents.list"],data:data25};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data18["axb.list"] !== undefined){
let data26 = data18["axb.list"];
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
const err53 = {instancePath:instancePath+"/costs/axb.list",schemaPath:"#/properties/costs/properties/axb.list/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["axb.list"],data:data26};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/costs/axb.list",schemaPath:"#/properties/costs/properties/axb.list/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["axb.list"].type,parentSchema:schema31.properties.costs.properties["axb.list"],data:data26};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data18["sms.backfill"] !== undefined){
let data27 = data18["sms.backfill"];
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 0 || isNaN(data27)){
const err55 = {instancePath:instancePath+"/costs/sms.backfill",schemaPath:"#/properties/costs/properties/sms.backfill/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.costs.properties["sms.backfill"],data:data27};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/costs/sms.backfill",schemaPath:"#/properties/costs/properties/sms.backfill/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.costs.properties["sms.backfill"].type,parentSchema:schema31.properties.costs.properties["sms.backfill"],data:data27};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/costs",schemaPath:"#/properties/costs/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.costs.type,parentSchema:schema31.properties.costs,data:data18};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.limits !== undefined){
if(!(validate23(data.limits, {instancePath:instancePath+"/limits",parentData:data,parentDataProperty:"limits",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
if(data.audiences !== undefined){
let data29 = data.audiences;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
for(const key7 in data29){
const _errs71 = errors;
if(typeof key7 === "string"){
if(!pattern24.test(key7)){
const err58 = {instancePath:instancePath+"/audiences",schemaPath:"#/properties/audiences/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_-]{0,62}$"},message:"must match pattern \""+"^[A-Za-z][A-Za-z0-9_-]{0,62}$"+"\"",schema:"^[A-Za-z][A-Za-z0-9_-]{0,62}$",parentSchema:schema31.properties.audiences.propertyNames,data:key7,propertyName:key7};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
var valid13 = _errs71 === errors;
if(!valid13){
const err59 = {instancePath:instancePath+"/audiences",schemaPath:"#/properties/audiences/propertyNames",keyword:"propertyNames",params:{propertyName: key7},message:"property name must be valid",schema:schema31.properties.audiences.propertyNames,parentSchema:schema31.properties.audiences,data:data29};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
for(const key8 in data29){
if(!(pattern4.test(key8))){
if(!(validate25(data29[key8], {instancePath:instancePath+"/audiences/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data29,parentDataProperty:key8,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/audiences",schemaPath:"#/properties/audiences/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.audiences.type,parentSchema:schema31.properties.audiences,data:data29};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.steps !== undefined){
let data31 = data.steps;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length < 1){
const err61 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema31.properties.steps,data:data31};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
for(const key9 in data31){
const _errs76 = errors;
if(typeof key9 === "string"){
if(!pattern29.test(key9)){
const err62 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$"},message:"must match pattern \""+"^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$"+"\"",schema:"^(x-.*|[A-Za-z][A-Za-z0-9_-]{0,62})$",parentSchema:schema31.properties.steps.propertyNames,data:key9,propertyName:key9};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
var valid15 = _errs76 === errors;
if(!valid15){
const err63 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/propertyNames",keyword:"propertyNames",params:{propertyName: key9},message:"property name must be valid",schema:schema31.properties.steps.propertyNames,parentSchema:schema31.properties.steps,data:data31};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
for(const key10 in data31){
if(!(pattern4.test(key10))){
if(!(validate27(data31[key10], {instancePath:instancePath+"/steps/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data31,parentDataProperty:key10,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
}
else {
const err64 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.steps.type,parentSchema:schema31.properties.steps,data:data31};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

