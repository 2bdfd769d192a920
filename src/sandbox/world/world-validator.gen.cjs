'use strict';
// Made from schemas/world.schema.json by `npm run generate`. Do not edit.
"use strict";
module.exports = validate20;
module.exports.default = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://callsheet.dev/schemas/world.schema.json","title":"World","type":"object","description":"The starting facts of a sandbox. Everything that a world file leaves out is as in the default world: objects are merged field by field, lists are replaced. Keys that begin with `x-` are for notes.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"timezone":{"type":"string","description":"IANA zone of allowSendTime, sendTime and the agents' times; the service's document names none.","minLength":1,"examples":["Africa/Lagos"]},"clock":{"type":"object","description":"Sandbox time.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"start":{"$ref":"#/$defs/instant","description":"The instant at which it starts; absent: now."},"speed":{"type":"number","minimum":0,"maximum":1000000,"description":"Sandbox seconds per real second: 0 stops the clock, 60 makes a minute of a second.","default":1}}},"timestampValid":{"$ref":"#/$defs/duration","description":"How far the Timestamp header may be off, in either direction."},"replays":{"enum":["accepted","refused"],"description":"Whether the same signed request may come twice. The document does not refuse it."},"keys":{"type":"array","description":"API keys of the account.","items":{"type":"object","description":"An API key.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"key":{"type":"string","description":"The Api-Key header.","minLength":1,"maxLength":200},"secret":{"type":"string","description":"The secret for signatures.","maxLength":200},"state":{"enum":["enabled","disabled"],"default":"enabled","description":"A disabled key gets -30 on the binding list, -1 elsewhere."}},"required":["key","secret"]},"minItems":1},"account":{"type":"object","description":"State of the account.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"user":{"enum":["active","locked"],"description":"A locked account gets -13 on the balance query."},"workspace":{"enum":["enabled","disabled"],"description":"A disabled workspace gets -29 on the binding list, -1 elsewhere."},"authentication":{"enum":["done","missing"],"description":"If it is missing, AI voice tasks get -49."}}},"ip":{"type":"object","description":"Addresses of clients.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"allow":{"type":"array","description":"If there are any, other addresses are refused: -31 on the binding list, -6 on AI voice, -2 elsewhere.","items":{"type":"string","description":"An IP address."}},"deny":{"type":"array","description":"Restricted addresses: -6 on AI voice, -2 elsewhere.","items":{"type":"string","description":"An IP address."}}}},"apps":{"type":"array","description":"Applications, also for SMS.","items":{"type":"object","description":"An application.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"appId":{"type":"string","description":"Its id.","minLength":1,"maxLength":64}},"required":["appId"]}},"businessNumbers":{"type":"array","description":"Numbers that messages are sent from.","items":{"type":"object","description":"A business number.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"number":{"type":"string","description":"Digits.","pattern":"^[0-9]{1,20}$"},"state":{"enum":["normal","abnormal"],"default":"normal","description":"An abnormal number gets -97."}},"required":["number"]}},"prices":{"type":"array","description":"Prices of messages and codes, by the recipient's prefix; the longest prefix counts. A number without a price is refused: -69 for messages, -26 for codes.","items":{"type":"object","description":"A price.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"prefix":{"type":"string","description":"Leading digits; empty for every number.","pattern":"^[0-9]{0,15}$"},"whatsapp":{"$ref":"#/$defs/amount","description":"Price of a message."},"otp":{"$ref":"#/$defs/amount","description":"Price of a code."}},"required":["prefix","whatsapp","otp"]}},"money":{"type":"object","description":"The account's money. Gifts are spent first, then the balance, then credit.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"balance":{"$ref":"#/$defs/amount"},"gift":{"$ref":"#/$defs/amount"},"credit":{"$ref":"#/$defs/amount"}}},"templates":{"type":"array","description":"Templates of codes.","items":{"type":"object","description":"A template.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"templateId":{"type":"integer","description":"Its id."},"content":{"enum":["ordinary","sensitive"],"default":"ordinary","description":"Sensitive words get -29."}},"required":["templateId"]}},"flows":{"type":"array","description":"Ids of task flows.","items":{"type":"integer","description":"An id."}},"tasks":{"type":"array","description":"Group call tasks.","items":{"type":"object","description":"A group call task.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"taskId":{"type":"integer","description":"Its id."},"taskName":{"type":"string","description":"Its name, which a redial may not use again (-41).","minLength":1},"state":{"enum":["waiting","running","completed","canceled"],"description":"Only a completed or canceled task may be redialled (-42)."},"callable":{"type":"integer","description":"Numbers that a redial calls; 0 gets -34.","minimum":0,"default":100}},"required":["taskId","taskName","state"]}},"aiVoiceJobs":{"type":"array","description":"AI voice tasks.","items":{"type":"object","description":"An AI voice task.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"jobId":{"type":["integer","string"],"pattern":"^[1-9][0-9]{15,18}$","description":"Its id; beyond 9007199254740991 in quotes."},"state":{"enum":["running","paused","completed"],"description":"Only a running task can be paused (-38)."},"completesAfter":{"$ref":"#/$defs/duration","description":"How long after the start a running task completes."}},"required":["jobId","state"]}},"agents":{"type":"array","description":"Call-centre agents; fields as in the service's record.","items":{"type":"object","description":"An agent.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"keyId":{"type":"integer","description":"Primary key."},"empNo":{"type":"string","description":"Job number."},"petName":{"type":"string","description":"Nickname."},"name":{"type":"string","description":"Name."},"appId":{"type":"string","description":"Application."},"deleteFlag":{"enum":[0,1],"description":"1 deleted."},"enable":{"enum":[0,1],"description":"0 enabled, 1 disabled."},"priority":{"type":"integer","description":"Priority."},"voiceGroupId":{"type":"integer","description":"Group."},"groupName":{"type":"string","description":"Its name."},"account":{"type":"string","description":"Account."},"password":{"type":"string","description":"A field that the service returns."},"createTime":{"type":"string","description":"YYYY-MM-DD HH:MM:SS."},"updateTime":{"type":"string","description":"YYYY-MM-DD HH:MM:SS."},"displayNum":{"type":"string","description":"Display number."},"ccode":{"type":["string","null"],"description":"Country code."},"appName":{"type":["string","null"],"description":"Name of the application."},"status":{"enum":["1","2","3","4","5"],"description":"1 offline, 2 idle, 3 busy, 4 post-talk, 5 taking a break."},"voiceGroupCcode":{"type":"string","description":"The group's country code."}},"required":["keyId","name","voiceGroupId","status"]}},"bindings":{"type":"array","description":"AXB bindings.","items":{"type":"object","description":"A binding.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"appId":{"type":"string","description":"Application, for the filter."},"bindId":{"type":"integer","description":"Its id."},"phoneA":{"type":"string","description":"Number A.","pattern":"^[0-9]{1,20}$"},"phoneB":{"type":"string","description":"Number B.","pattern":"^[0-9]{1,20}$"},"pnsNumberA":{"type":"string","description":"Middle number that A sees.","pattern":"^[0-9]{1,20}$"},"pnsNumberB":{"type":"string","description":"Middle number that B sees.","pattern":"^[0-9]{1,20}$"},"expireTime":{"type":"string","description":"YYYY-MM-DD HH:MM:SS."}},"required":["bindId","phoneA","phoneB","pnsNumberA","pnsNumberB"]}},"sessions":{"type":"object","description":"Who has written to the business numbers. A message goes only to those who did in the last 24 hours.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"default":{"enum":["open","closed"],"description":"For recipients that the world says nothing about."},"exceptEndings":{"type":"array","description":"Recipients whose numbers end with these digits have the other state.","items":{"type":"string","description":"Last digits.","pattern":"^[0-9]{1,15}$"}},"lastInbound":{"type":"array","description":"When certain recipients last wrote, as `at` or `ago`.","items":{"type":"object","description":"A recipient's last message.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"recipient":{"type":"string","description":"Digits.","pattern":"^[0-9]{1,20}$"},"businessPhone":{"type":"string","description":"The business number that they wrote to. Default: the first.","pattern":"^[0-9]{1,20}$"},"at":{"$ref":"#/$defs/instant"},"ago":{"$ref":"#/$defs/duration","description":"How long before the start."}},"required":["recipient"]}}}},"languages":{"type":"array","description":"Values of lan that text-to-speech knows; others get -39. Without any, every value is known.","items":{"type":"string","description":"A value of lan.","minLength":1}},"voiceFiles":{"type":"object","description":"The voiceFileIds that a redial may use.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"accept":{"enum":["any","known"],"description":"known: only uploaded files and those under ids; others get -24."},"ids":{"type":"array","description":"Ids of files uploaded long ago.","items":{"type":"string","description":"An id."}}}},"limits":{"type":"object","description":"Limits that the document names without values.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"otpTotal":{"$ref":"#/$defs/rateLimit","description":"Codes in all (-27)."},"otpPerPhone":{"$ref":"#/$defs/rateLimit","description":"Codes to one number (-28)."},"concurrentTasks":{"type":"integer","description":"Group call tasks that wait or run at once (-37).","minimum":0},"tasks":{"type":"integer","description":"Group call tasks in all (-23).","minimum":0}}},"calls":{"type":"object","description":"How a redialled task dials.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"lines":{"type":"integer","description":"Calls at a time.","minimum":1,"maximum":100000},"each":{"$ref":"#/$defs/duration","description":"Length of a call."}}},"magicNumbers":{"enum":["off","on"],"default":"off","description":"On: recipients whose numbers end in 9001 to 9008 have a fault without further settings (docs/sandbox.md has the table)."},"answers":{"type":"object","description":"How answers are written. Public documents of this API show each of these forms.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"codes":{"enum":["text","numbers"],"default":"text","description":"Numbers: a code is a JSON number, such as -37."},"names":{"enum":["own","other"],"default":"own","description":"Other: a redial answers in status and reason, all other operations in code and msg."}}},"faults":{"type":"array","description":"The faults to inject, as in POST /_sandbox/faults.","items":{"$ref":"#/$defs/fault"}}},"$defs":{"amount":{"description":"An amount of money with at most six decimals.","type":["string","number"],"pattern":"^[0-9]{1,9}(\\.[0-9]{1,6})?$","minimum":0,"maximum":999999999,"examples":[0.005,1000]},"duration":{"type":"string","description":"`90s`, `15m`, `2h`, `1d`, together as in `1h30m`, or ISO 8601.","pattern":"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$","examples":["300s","2h"]},"instant":{"type":"string","description":"An ISO 8601 date-time with its offset.","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$","examples":["2026-11-23T09:00:00+01:00"]},"rateLimit":{"type":"object","description":"At most `count` in any period of this length.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"count":{"type":"integer","description":"How many.","minimum":0},"per":{"$ref":"#/$defs/duration"}},"required":["count","per"]},"fault":{"type":"object","description":"Something that goes wrong for the requests that match every condition.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"kind":{"enum":["status","http","delay","drip","truncate","garbage","wrong-type","reset-before","reset-after","hang"],"description":"What goes wrong (docs/sandbox.md)."},"operation":{"enum":["whatsapp.send","voice.redial","otp.send","audio.upload","aivoice.pause","sms.balance","agents.list","axb.list","sms.backfill"],"description":"Only requests of this operation."},"recipient":{"type":"string","description":"Only requests for this number, or for numbers that end with the digits after `*`.","pattern":"^\\*?[0-9]{1,20}$"},"when":{"enum":["before","after"],"description":"For status, http and hang: before the request is processed (the default), or after."},"status":{"type":"string","description":"The code in the answer.","pattern":"^(0|-?[1-9][0-9]{0,8})$"},"reason":{"type":"string","description":"Text after the code's meaning."},"http":{"type":"integer","description":"The HTTP status.","minimum":200,"maximum":599},"headers":{"type":"object","description":"Further headers, such as Retry-After.","additionalProperties":{"type":"string","description":"Its value.","pattern":"^[\\t\\x20-\\x7e]*$"},"propertyNames":{"pattern":"^[\\w-]+$"}},"body":{"type":"string","description":"The body of an http fault."},"ms":{"type":"integer","description":"Real milliseconds of a delay, or between the bytes of a drip.","minimum":0,"maximum":86400000},"times":{"type":"integer","description":"At most this many requests.","minimum":0},"skip":{"type":"integer","description":"How many requests pass first.","minimum":0},"rate":{"type":"number","minimum":0,"maximum":1,"description":"The probability for each request."},"seed":{"type":"integer","description":"The same seed chooses the same requests.","minimum":0}},"required":["kind"],"if":{"properties":{"kind":{"const":"status"}},"required":["kind"]},"then":{"required":["status"]}}}};
const schema32 = {"type":"string","description":"An ISO 8601 date-time with its offset.","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$","examples":["2026-11-23T09:00:00+01:00"]};
const schema33 = {"type":"string","description":"`90s`, `15m`, `2h`, `1d`, together as in `1h30m`, or ISO 8601.","pattern":"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$","examples":["300s","2h"]};
const schema34 = {"description":"An amount of money with at most six decimals.","type":["string","number"],"pattern":"^[0-9]{1,9}(\\.[0-9]{1,6})?$","minimum":0,"maximum":999999999,"examples":[0.005,1000]};
const schema45 = {"type":"object","description":"Something that goes wrong for the requests that match every condition.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"kind":{"enum":["status","http","delay","drip","truncate","garbage","wrong-type","reset-before","reset-after","hang"],"description":"What goes wrong (docs/sandbox.md)."},"operation":{"enum":["whatsapp.send","voice.redial","otp.send","audio.upload","aivoice.pause","sms.balance","agents.list","axb.list","sms.backfill"],"description":"Only requests of this operation."},"recipient":{"type":"string","description":"Only requests for this number, or for numbers that end with the digits after `*`.","pattern":"^\\*?[0-9]{1,20}$"},"when":{"enum":["before","after"],"description":"For status, http and hang: before the request is processed (the default), or after."},"status":{"type":"string","description":"The code in the answer.","pattern":"^(0|-?[1-9][0-9]{0,8})$"},"reason":{"type":"string","description":"Text after the code's meaning."},"http":{"type":"integer","description":"The HTTP status.","minimum":200,"maximum":599},"headers":{"type":"object","description":"Further headers, such as Retry-After.","additionalProperties":{"type":"string","description":"Its value.","pattern":"^[\\t\\x20-\\x7e]*$"},"propertyNames":{"pattern":"^[\\w-]+$"}},"body":{"type":"string","description":"The body of an http fault."},"ms":{"type":"integer","description":"Real milliseconds of a delay, or between the bytes of a drip.","minimum":0,"maximum":86400000},"times":{"type":"integer","description":"At most this many requests.","minimum":0},"skip":{"type":"integer","description":"How many requests pass first.","minimum":0},"rate":{"type":"number","minimum":0,"maximum":1,"description":"The probability for each request."},"seed":{"type":"integer","description":"The same seed chooses the same requests.","minimum":0}},"required":["kind"],"if":{"properties":{"kind":{"const":"status"}},"required":["kind"]},"then":{"required":["status"]}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern4 = new RegExp("^x-", "u");
const pattern6 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$", "u");
const pattern7 = new RegExp("^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$", "u");
const pattern13 = new RegExp("^[0-9]{1,20}$", "u");
const pattern15 = new RegExp("^[0-9]{0,15}$", "u");
const pattern16 = new RegExp("^[0-9]{1,9}(\\.[0-9]{1,6})?$", "u");
const pattern25 = new RegExp("^[1-9][0-9]{15,18}$", "u");
const pattern34 = new RegExp("^[0-9]{1,15}$", "u");
const pattern48 = new RegExp("^\\*?[0-9]{1,20}$", "u");
const pattern49 = new RegExp("^(0|-?[1-9][0-9]{0,8})$", "u");
const pattern50 = new RegExp("^[\\w-]+$", "u");
const pattern51 = new RegExp("^[\\t\\x20-\\x7e]*$", "u");
const schema42 = {"type":"object","description":"At most `count` in any period of this length.","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"count":{"type":"integer","description":"How many.","minimum":0},"per":{"$ref":"#/$defs/duration"}},"required":["count","per"]};

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
if(data.count === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "count"},message:"must have required property '"+"count"+"'",schema:schema42.required,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.per === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "per"},message:"must have required property '"+"per"+"'",schema:schema42.required,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "count") || (key0 === "per")) || (pattern4.test(key0)))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.count !== undefined){
let data0 = data.count;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.count.type,parentSchema:schema42.properties.count,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema42.properties.count,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.per !== undefined){
let data1 = data.per;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err5 = {instancePath:instancePath+"/per",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"},message:"must match pattern \""+"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"+"\"",schema:"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$",parentSchema:schema33,data:data1};
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
const err6 = {instancePath:instancePath+"/per",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="https://callsheet.dev/schemas/world.schema.json" */;
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
for(const key0 in data){
if(!((func1.call(schema31.properties, key0)) || (pattern4.test(key0)))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.timezone !== undefined){
let data0 = data.timezone;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.timezone,data:data0};
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
const err2 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.timezone.type,parentSchema:schema31.properties.timezone,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.clock !== undefined){
let data1 = data.clock;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
if(!(((key1 === "start") || (key1 === "speed")) || (pattern4.test(key1)))){
const err3 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.clock,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.start !== undefined){
let data2 = data1.start;
if(typeof data2 === "string"){
if(!pattern6.test(data2)){
const err4 = {instancePath:instancePath+"/clock/start",schemaPath:"#/$defs/instant/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema32,data:data2};
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
const err5 = {instancePath:instancePath+"/clock/start",schemaPath:"#/$defs/instant/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.speed !== undefined){
let data3 = data1.speed;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/clock/speed",schemaPath:"#/properties/clock/properties/speed/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema31.properties.clock.properties.speed,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/clock/speed",schemaPath:"#/properties/clock/properties/speed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.clock.properties.speed,data:data3};
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
const err8 = {instancePath:instancePath+"/clock/speed",schemaPath:"#/properties/clock/properties/speed/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.clock.properties.speed.type,parentSchema:schema31.properties.clock.properties.speed,data:data3};
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
const err9 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.clock.type,parentSchema:schema31.properties.clock,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.timestampValid !== undefined){
let data4 = data.timestampValid;
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
const err10 = {instancePath:instancePath+"/timestampValid",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"},message:"must match pattern \""+"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"+"\"",schema:"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$",parentSchema:schema33,data:data4};
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
const err11 = {instancePath:instancePath+"/timestampValid",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.replays !== undefined){
let data5 = data.replays;
if(!((data5 === "accepted") || (data5 === "refused"))){
const err12 = {instancePath:instancePath+"/replays",schemaPath:"#/properties/replays/enum",keyword:"enum",params:{allowedValues: schema31.properties.replays.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.replays.enum,parentSchema:schema31.properties.replays,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.keys !== undefined){
let data6 = data.keys;
if(Array.isArray(data6)){
if(data6.length < 1){
const err13 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.keys,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.key === undefined){
const err14 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema31.properties.keys.items.required,parentSchema:schema31.properties.keys.items,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7.secret === undefined){
const err15 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/required",keyword:"required",params:{missingProperty: "secret"},message:"must have required property '"+"secret"+"'",schema:schema31.properties.keys.items.required,parentSchema:schema31.properties.keys.items,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key2 in data7){
if(!((((key2 === "key") || (key2 === "secret")) || (key2 === "state")) || (pattern4.test(key2)))){
const err16 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.keys.items,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data7.key !== undefined){
let data8 = data7.key;
if(typeof data8 === "string"){
if(func2(data8) > 200){
const err17 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/properties/keys/items/properties/key/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema31.properties.keys.items.properties.key,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func2(data8) < 1){
const err18 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/properties/keys/items/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.keys.items.properties.key,data:data8};
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
const err19 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/properties/keys/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.keys.items.properties.key.type,parentSchema:schema31.properties.keys.items.properties.key,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data7.secret !== undefined){
let data9 = data7.secret;
if(typeof data9 === "string"){
if(func2(data9) > 200){
const err20 = {instancePath:instancePath+"/keys/" + i0+"/secret",schemaPath:"#/properties/keys/items/properties/secret/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema31.properties.keys.items.properties.secret,data:data9};
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
const err21 = {instancePath:instancePath+"/keys/" + i0+"/secret",schemaPath:"#/properties/keys/items/properties/secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.keys.items.properties.secret.type,parentSchema:schema31.properties.keys.items.properties.secret,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.state !== undefined){
let data10 = data7.state;
if(!((data10 === "enabled") || (data10 === "disabled"))){
const err22 = {instancePath:instancePath+"/keys/" + i0+"/state",schemaPath:"#/properties/keys/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema31.properties.keys.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.keys.items.properties.state.enum,parentSchema:schema31.properties.keys.items.properties.state,data:data10};
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
else {
const err23 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/properties/keys/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.keys.items.type,parentSchema:schema31.properties.keys.items,data:data7};
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
const err24 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.keys.type,parentSchema:schema31.properties.keys,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.account !== undefined){
let data11 = data.account;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key3 in data11){
if(!((((key3 === "user") || (key3 === "workspace")) || (key3 === "authentication")) || (pattern4.test(key3)))){
const err25 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.account,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data11.user !== undefined){
let data12 = data11.user;
if(!((data12 === "active") || (data12 === "locked"))){
const err26 = {instancePath:instancePath+"/account/user",schemaPath:"#/properties/account/properties/user/enum",keyword:"enum",params:{allowedValues: schema31.properties.account.properties.user.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.account.properties.user.enum,parentSchema:schema31.properties.account.properties.user,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data11.workspace !== undefined){
let data13 = data11.workspace;
if(!((data13 === "enabled") || (data13 === "disabled"))){
const err27 = {instancePath:instancePath+"/account/workspace",schemaPath:"#/properties/account/properties/workspace/enum",keyword:"enum",params:{allowedValues: schema31.properties.account.properties.workspace.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.account.properties.workspace.enum,parentSchema:schema31.properties.account.properties.workspace,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data11.authentication !== undefined){
let data14 = data11.authentication;
if(!((data14 === "done") || (data14 === "missing"))){
const err28 = {instancePath:instancePath+"/account/authentication",schemaPath:"#/properties/account/properties/authentication/enum",keyword:"enum",params:{allowedValues: schema31.properties.account.properties.authentication.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.account.properties.authentication.enum,parentSchema:schema31.properties.account.properties.authentication,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.account.type,parentSchema:schema31.properties.account,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.ip !== undefined){
let data15 = data.ip;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key4 in data15){
if(!(((key4 === "allow") || (key4 === "deny")) || (pattern4.test(key4)))){
const err30 = {instancePath:instancePath+"/ip",schemaPath:"#/properties/ip/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.ip,data:data15};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data15.allow !== undefined){
let data16 = data15.allow;
if(Array.isArray(data16)){
const len1 = data16.length;
for(let i1=0; i1<len1; i1++){
let data17 = data16[i1];
if(typeof data17 !== "string"){
const err31 = {instancePath:instancePath+"/ip/allow/" + i1,schemaPath:"#/properties/ip/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.ip.properties.allow.items.type,parentSchema:schema31.properties.ip.properties.allow.items,data:data17};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/ip/allow",schemaPath:"#/properties/ip/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.ip.properties.allow.type,parentSchema:schema31.properties.ip.properties.allow,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data15.deny !== undefined){
let data18 = data15.deny;
if(Array.isArray(data18)){
const len2 = data18.length;
for(let i2=0; i2<len2; i2++){
let data19 = data18[i2];
if(typeof data19 !== "string"){
const err33 = {instancePath:instancePath+"/ip/deny/" + i2,schemaPath:"#/properties/ip/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.ip.properties.deny.items.type,parentSchema:schema31.properties.ip.properties.deny.items,data:data19};
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
const err34 = {instancePath:instancePath+"/ip/deny",schemaPath:"#/properties/ip/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.ip.properties.deny.type,parentSchema:schema31.properties.ip.properties.deny,data:data18};
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
const err35 = {instancePath:instancePath+"/ip",schemaPath:"#/properties/ip/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.ip.type,parentSchema:schema31.properties.ip,data:data15};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.apps !== undefined){
let data20 = data.apps;
if(Array.isArray(data20)){
const len3 = data20.length;
for(let i3=0; i3<len3; i3++){
let data21 = data20[i3];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.appId === undefined){
const err36 = {instancePath:instancePath+"/apps/" + i3,schemaPath:"#/properties/apps/items/required",keyword:"required",params:{missingProperty: "appId"},message:"must have required property '"+"appId"+"'",schema:schema31.properties.apps.items.required,parentSchema:schema31.properties.apps.items,data:data21};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
for(const key5 in data21){
if(!((key5 === "appId") || (pattern4.test(key5)))){
const err37 = {instancePath:instancePath+"/apps/" + i3,schemaPath:"#/properties/apps/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.apps.items,data:data21};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data21.appId !== undefined){
let data22 = data21.appId;
if(typeof data22 === "string"){
if(func2(data22) > 64){
const err38 = {instancePath:instancePath+"/apps/" + i3+"/appId",schemaPath:"#/properties/apps/items/properties/appId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema31.properties.apps.items.properties.appId,data:data22};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(func2(data22) < 1){
const err39 = {instancePath:instancePath+"/apps/" + i3+"/appId",schemaPath:"#/properties/apps/items/properties/appId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.apps.items.properties.appId,data:data22};
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
const err40 = {instancePath:instancePath+"/apps/" + i3+"/appId",schemaPath:"#/properties/apps/items/properties/appId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.apps.items.properties.appId.type,parentSchema:schema31.properties.apps.items.properties.appId,data:data22};
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
const err41 = {instancePath:instancePath+"/apps/" + i3,schemaPath:"#/properties/apps/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.apps.items.type,parentSchema:schema31.properties.apps.items,data:data21};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/apps",schemaPath:"#/properties/apps/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.apps.type,parentSchema:schema31.properties.apps,data:data20};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.businessNumbers !== undefined){
let data23 = data.businessNumbers;
if(Array.isArray(data23)){
const len4 = data23.length;
for(let i4=0; i4<len4; i4++){
let data24 = data23[i4];
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.number === undefined){
const err43 = {instancePath:instancePath+"/businessNumbers/" + i4,schemaPath:"#/properties/businessNumbers/items/required",keyword:"required",params:{missingProperty: "number"},message:"must have required property '"+"number"+"'",schema:schema31.properties.businessNumbers.items.required,parentSchema:schema31.properties.businessNumbers.items,data:data24};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
for(const key6 in data24){
if(!(((key6 === "number") || (key6 === "state")) || (pattern4.test(key6)))){
const err44 = {instancePath:instancePath+"/businessNumbers/" + i4,schemaPath:"#/properties/businessNumbers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.businessNumbers.items,data:data24};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data24.number !== undefined){
let data25 = data24.number;
if(typeof data25 === "string"){
if(!pattern13.test(data25)){
const err45 = {instancePath:instancePath+"/businessNumbers/" + i4+"/number",schemaPath:"#/properties/businessNumbers/items/properties/number/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.businessNumbers.items.properties.number,data:data25};
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
const err46 = {instancePath:instancePath+"/businessNumbers/" + i4+"/number",schemaPath:"#/properties/businessNumbers/items/properties/number/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.businessNumbers.items.properties.number.type,parentSchema:schema31.properties.businessNumbers.items.properties.number,data:data25};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data24.state !== undefined){
let data26 = data24.state;
if(!((data26 === "normal") || (data26 === "abnormal"))){
const err47 = {instancePath:instancePath+"/businessNumbers/" + i4+"/state",schemaPath:"#/properties/businessNumbers/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema31.properties.businessNumbers.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.businessNumbers.items.properties.state.enum,parentSchema:schema31.properties.businessNumbers.items.properties.state,data:data26};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/businessNumbers/" + i4,schemaPath:"#/properties/businessNumbers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.businessNumbers.items.type,parentSchema:schema31.properties.businessNumbers.items,data:data24};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/businessNumbers",schemaPath:"#/properties/businessNumbers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.businessNumbers.type,parentSchema:schema31.properties.businessNumbers,data:data23};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.prices !== undefined){
let data27 = data.prices;
if(Array.isArray(data27)){
const len5 = data27.length;
for(let i5=0; i5<len5; i5++){
let data28 = data27[i5];
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(data28.prefix === undefined){
const err50 = {instancePath:instancePath+"/prices/" + i5,schemaPath:"#/properties/prices/items/required",keyword:"required",params:{missingProperty: "prefix"},message:"must have required property '"+"prefix"+"'",schema:schema31.properties.prices.items.required,parentSchema:schema31.properties.prices.items,data:data28};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data28.whatsapp === undefined){
const err51 = {instancePath:instancePath+"/prices/" + i5,schemaPath:"#/properties/prices/items/required",keyword:"required",params:{missingProperty: "whatsapp"},message:"must have required property '"+"whatsapp"+"'",schema:schema31.properties.prices.items.required,parentSchema:schema31.properties.prices.items,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data28.otp === undefined){
const err52 = {instancePath:instancePath+"/prices/" + i5,schemaPath:"#/properties/prices/items/required",keyword:"required",params:{missingProperty: "otp"},message:"must have required property '"+"otp"+"'",schema:schema31.properties.prices.items.required,parentSchema:schema31.properties.prices.items,data:data28};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
for(const key7 in data28){
if(!((((key7 === "prefix") || (key7 === "whatsapp")) || (key7 === "otp")) || (pattern4.test(key7)))){
const err53 = {instancePath:instancePath+"/prices/" + i5,schemaPath:"#/properties/prices/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.prices.items,data:data28};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data28.prefix !== undefined){
let data29 = data28.prefix;
if(typeof data29 === "string"){
if(!pattern15.test(data29)){
const err54 = {instancePath:instancePath+"/prices/" + i5+"/prefix",schemaPath:"#/properties/prices/items/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^[0-9]{0,15}$"},message:"must match pattern \""+"^[0-9]{0,15}$"+"\"",schema:"^[0-9]{0,15}$",parentSchema:schema31.properties.prices.items.properties.prefix,data:data29};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/prices/" + i5+"/prefix",schemaPath:"#/properties/prices/items/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.prices.items.properties.prefix.type,parentSchema:schema31.properties.prices.items.properties.prefix,data:data29};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data28.whatsapp !== undefined){
let data30 = data28.whatsapp;
if((typeof data30 !== "string") && (!((typeof data30 == "number") && (isFinite(data30))))){
const err56 = {instancePath:instancePath+"/prices/" + i5+"/whatsapp",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: schema34.type},message:"must be string,number",schema:schema34.type,parentSchema:schema34,data:data30};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 999999999 || isNaN(data30)){
const err57 = {instancePath:instancePath+"/prices/" + i5+"/whatsapp",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999},message:"must be <= 999999999",schema:999999999,parentSchema:schema34,data:data30};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err58 = {instancePath:instancePath+"/prices/" + i5+"/whatsapp",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data30};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(typeof data30 === "string"){
if(!pattern16.test(data30)){
const err59 = {instancePath:instancePath+"/prices/" + i5+"/whatsapp",schemaPath:"#/$defs/amount/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},message:"must match pattern \""+"^[0-9]{1,9}(\\.[0-9]{1,6})?$"+"\"",schema:"^[0-9]{1,9}(\\.[0-9]{1,6})?$",parentSchema:schema34,data:data30};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
if(data28.otp !== undefined){
let data31 = data28.otp;
if((typeof data31 !== "string") && (!((typeof data31 == "number") && (isFinite(data31))))){
const err60 = {instancePath:instancePath+"/prices/" + i5+"/otp",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: schema34.type},message:"must be string,number",schema:schema34.type,parentSchema:schema34,data:data31};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 999999999 || isNaN(data31)){
const err61 = {instancePath:instancePath+"/prices/" + i5+"/otp",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999},message:"must be <= 999999999",schema:999999999,parentSchema:schema34,data:data31};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err62 = {instancePath:instancePath+"/prices/" + i5+"/otp",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data31};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(typeof data31 === "string"){
if(!pattern16.test(data31)){
const err63 = {instancePath:instancePath+"/prices/" + i5+"/otp",schemaPath:"#/$defs/amount/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},message:"must match pattern \""+"^[0-9]{1,9}(\\.[0-9]{1,6})?$"+"\"",schema:"^[0-9]{1,9}(\\.[0-9]{1,6})?$",parentSchema:schema34,data:data31};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
}
else {
const err64 = {instancePath:instancePath+"/prices/" + i5,schemaPath:"#/properties/prices/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.prices.items.type,parentSchema:schema31.properties.prices.items,data:data28};
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
const err65 = {instancePath:instancePath+"/prices",schemaPath:"#/properties/prices/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.prices.type,parentSchema:schema31.properties.prices,data:data27};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data.money !== undefined){
let data32 = data.money;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
for(const key8 in data32){
if(!((((key8 === "balance") || (key8 === "gift")) || (key8 === "credit")) || (pattern4.test(key8)))){
const err66 = {instancePath:instancePath+"/money",schemaPath:"#/properties/money/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.money,data:data32};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data32.balance !== undefined){
let data33 = data32.balance;
if((typeof data33 !== "string") && (!((typeof data33 == "number") && (isFinite(data33))))){
const err67 = {instancePath:instancePath+"/money/balance",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: schema34.type},message:"must be string,number",schema:schema34.type,parentSchema:schema34,data:data33};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 999999999 || isNaN(data33)){
const err68 = {instancePath:instancePath+"/money/balance",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999},message:"must be <= 999999999",schema:999999999,parentSchema:schema34,data:data33};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err69 = {instancePath:instancePath+"/money/balance",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data33};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(typeof data33 === "string"){
if(!pattern16.test(data33)){
const err70 = {instancePath:instancePath+"/money/balance",schemaPath:"#/$defs/amount/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},message:"must match pattern \""+"^[0-9]{1,9}(\\.[0-9]{1,6})?$"+"\"",schema:"^[0-9]{1,9}(\\.[0-9]{1,6})?$",parentSchema:schema34,data:data33};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
if(data32.gift !== undefined){
let data34 = data32.gift;
if((typeof data34 !== "string") && (!((typeof data34 == "number") && (isFinite(data34))))){
const err71 = {instancePath:instancePath+"/money/gift",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: schema34.type},message:"must be string,number",schema:schema34.type,parentSchema:schema34,data:data34};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 999999999 || isNaN(data34)){
const err72 = {instancePath:instancePath+"/money/gift",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999},message:"must be <= 999999999",schema:999999999,parentSchema:schema34,data:data34};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err73 = {instancePath:instancePath+"/money/gift",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data34};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(typeof data34 === "string"){
if(!pattern16.test(data34)){
const err74 = {instancePath:instancePath+"/money/gift",schemaPath:"#/$defs/amount/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},message:"must match pattern \""+"^[0-9]{1,9}(\\.[0-9]{1,6})?$"+"\"",schema:"^[0-9]{1,9}(\\.[0-9]{1,6})?$",parentSchema:schema34,data:data34};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
if(data32.credit !== undefined){
let data35 = data32.credit;
if((typeof data35 !== "string") && (!((typeof data35 == "number") && (isFinite(data35))))){
const err75 = {instancePath:instancePath+"/money/credit",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: schema34.type},message:"must be string,number",schema:schema34.type,parentSchema:schema34,data:data35};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 999999999 || isNaN(data35)){
const err76 = {instancePath:instancePath+"/money/credit",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999},message:"must be <= 999999999",schema:999999999,parentSchema:schema34,data:data35};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err77 = {instancePath:instancePath+"/money/credit",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data35};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(typeof data35 === "string"){
if(!pattern16.test(data35)){
const err78 = {instancePath:instancePath+"/money/credit",schemaPath:"#/$defs/amount/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},message:"must match pattern \""+"^[0-9]{1,9}(\\.[0-9]{1,6})?$"+"\"",schema:"^[0-9]{1,9}(\\.[0-9]{1,6})?$",parentSchema:schema34,data:data35};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
}
else {
const err79 = {instancePath:instancePath+"/money",schemaPath:"#/properties/money/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.money.type,parentSchema:schema31.properties.money,data:data32};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.templates !== undefined){
let data36 = data.templates;
if(Array.isArray(data36)){
const len6 = data36.length;
for(let i6=0; i6<len6; i6++){
let data37 = data36[i6];
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(data37.templateId === undefined){
const err80 = {instancePath:instancePath+"/templates/" + i6,schemaPath:"#/properties/templates/items/required",keyword:"required",params:{missingProperty: "templateId"},message:"must have required property '"+"templateId"+"'",schema:schema31.properties.templates.items.required,parentSchema:schema31.properties.templates.items,data:data37};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
for(const key9 in data37){
if(!(((key9 === "templateId") || (key9 === "content")) || (pattern4.test(key9)))){
const err81 = {instancePath:instancePath+"/templates/" + i6,schemaPath:"#/properties/templates/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.templates.items,data:data37};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data37.templateId !== undefined){
let data38 = data37.templateId;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
const err82 = {instancePath:instancePath+"/templates/" + i6+"/templateId",schemaPath:"#/properties/templates/items/properties/templateId/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.templates.items.properties.templateId.type,parentSchema:schema31.properties.templates.items.properties.templateId,data:data38};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data37.content !== undefined){
let data39 = data37.content;
if(!((data39 === "ordinary") || (data39 === "sensitive"))){
const err83 = {instancePath:instancePath+"/templates/" + i6+"/content",schemaPath:"#/properties/templates/items/properties/content/enum",keyword:"enum",params:{allowedValues: schema31.properties.templates.items.properties.content.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.templates.items.properties.content.enum,parentSchema:schema31.properties.templates.items.properties.content,data:data39};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
else {
const err84 = {instancePath:instancePath+"/templates/" + i6,schemaPath:"#/properties/templates/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.templates.items.type,parentSchema:schema31.properties.templates.items,data:data37};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
}
else {
const err85 = {instancePath:instancePath+"/templates",schemaPath:"#/properties/templates/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.templates.type,parentSchema:schema31.properties.templates,data:data36};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data.flows !== undefined){
let data40 = data.flows;
if(Array.isArray(data40)){
const len7 = data40.length;
for(let i7=0; i7<len7; i7++){
let data41 = data40[i7];
if(!(((typeof data41 == "number") && (!(data41 % 1) && !isNaN(data41))) && (isFinite(data41)))){
const err86 = {instancePath:instancePath+"/flows/" + i7,schemaPath:"#/properties/flows/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.flows.items.type,parentSchema:schema31.properties.flows.items,data:data41};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
else {
const err87 = {instancePath:instancePath+"/flows",schemaPath:"#/properties/flows/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.flows.type,parentSchema:schema31.properties.flows,data:data40};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data.tasks !== undefined){
let data42 = data.tasks;
if(Array.isArray(data42)){
const len8 = data42.length;
for(let i8=0; i8<len8; i8++){
let data43 = data42[i8];
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(data43.taskId === undefined){
const err88 = {instancePath:instancePath+"/tasks/" + i8,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "taskId"},message:"must have required property '"+"taskId"+"'",schema:schema31.properties.tasks.items.required,parentSchema:schema31.properties.tasks.items,data:data43};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data43.taskName === undefined){
const err89 = {instancePath:instancePath+"/tasks/" + i8,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "taskName"},message:"must have required property '"+"taskName"+"'",schema:schema31.properties.tasks.items.required,parentSchema:schema31.properties.tasks.items,data:data43};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data43.state === undefined){
const err90 = {instancePath:instancePath+"/tasks/" + i8,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema31.properties.tasks.items.required,parentSchema:schema31.properties.tasks.items,data:data43};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
for(const key10 in data43){
if(!(((((key10 === "taskId") || (key10 === "taskName")) || (key10 === "state")) || (key10 === "callable")) || (pattern4.test(key10)))){
const err91 = {instancePath:instancePath+"/tasks/" + i8,schemaPath:"#/properties/tasks/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.tasks.items,data:data43};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data43.taskId !== undefined){
let data44 = data43.taskId;
if(!(((typeof data44 == "number") && (!(data44 % 1) && !isNaN(data44))) && (isFinite(data44)))){
const err92 = {instancePath:instancePath+"/tasks/" + i8+"/taskId",schemaPath:"#/properties/tasks/items/properties/taskId/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tasks.items.properties.taskId.type,parentSchema:schema31.properties.tasks.items.properties.taskId,data:data44};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data43.taskName !== undefined){
let data45 = data43.taskName;
if(typeof data45 === "string"){
if(func2(data45) < 1){
const err93 = {instancePath:instancePath+"/tasks/" + i8+"/taskName",schemaPath:"#/properties/tasks/items/properties/taskName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.tasks.items.properties.taskName,data:data45};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
else {
const err94 = {instancePath:instancePath+"/tasks/" + i8+"/taskName",schemaPath:"#/properties/tasks/items/properties/taskName/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tasks.items.properties.taskName.type,parentSchema:schema31.properties.tasks.items.properties.taskName,data:data45};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data43.state !== undefined){
let data46 = data43.state;
if(!((((data46 === "waiting") || (data46 === "running")) || (data46 === "completed")) || (data46 === "canceled"))){
const err95 = {instancePath:instancePath+"/tasks/" + i8+"/state",schemaPath:"#/properties/tasks/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema31.properties.tasks.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.tasks.items.properties.state.enum,parentSchema:schema31.properties.tasks.items.properties.state,data:data46};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data43.callable !== undefined){
let data47 = data43.callable;
if(!(((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47))) && (isFinite(data47)))){
const err96 = {instancePath:instancePath+"/tasks/" + i8+"/callable",schemaPath:"#/properties/tasks/items/properties/callable/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tasks.items.properties.callable.type,parentSchema:schema31.properties.tasks.items.properties.callable,data:data47};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if((typeof data47 == "number") && (isFinite(data47))){
if(data47 < 0 || isNaN(data47)){
const err97 = {instancePath:instancePath+"/tasks/" + i8+"/callable",schemaPath:"#/properties/tasks/items/properties/callable/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.tasks.items.properties.callable,data:data47};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
}
else {
const err98 = {instancePath:instancePath+"/tasks/" + i8,schemaPath:"#/properties/tasks/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.tasks.items.type,parentSchema:schema31.properties.tasks.items,data:data43};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
}
else {
const err99 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.tasks.type,parentSchema:schema31.properties.tasks,data:data42};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data.aiVoiceJobs !== undefined){
let data48 = data.aiVoiceJobs;
if(Array.isArray(data48)){
const len9 = data48.length;
for(let i9=0; i9<len9; i9++){
let data49 = data48[i9];
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(data49.jobId === undefined){
const err100 = {instancePath:instancePath+"/aiVoiceJobs/" + i9,schemaPath:"#/properties/aiVoiceJobs/items/required",keyword:"required",params:{missingProperty: "jobId"},message:"must have required property '"+"jobId"+"'",schema:schema31.properties.aiVoiceJobs.items.required,parentSchema:schema31.properties.aiVoiceJobs.items,data:data49};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(data49.state === undefined){
const err101 = {instancePath:instancePath+"/aiVoiceJobs/" + i9,schemaPath:"#/properties/aiVoiceJobs/items/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema31.properties.aiVoiceJobs.items.required,parentSchema:schema31.properties.aiVoiceJobs.items,data:data49};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
for(const key11 in data49){
if(!((((key11 === "jobId") || (key11 === "state")) || (key11 === "completesAfter")) || (pattern4.test(key11)))){
const err102 = {instancePath:instancePath+"/aiVoiceJobs/" + i9,schemaPath:"#/properties/aiVoiceJobs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.aiVoiceJobs.items,data:data49};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data49.jobId !== undefined){
let data50 = data49.jobId;
if((!(((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50))) && (isFinite(data50)))) && (typeof data50 !== "string")){
const err103 = {instancePath:instancePath+"/aiVoiceJobs/" + i9+"/jobId",schemaPath:"#/properties/aiVoiceJobs/items/properties/jobId/type",keyword:"type",params:{type: schema31.properties.aiVoiceJobs.items.properties.jobId.type},message:"must be integer,string",schema:schema31.properties.aiVoiceJobs.items.properties.jobId.type,parentSchema:schema31.properties.aiVoiceJobs.items.properties.jobId,data:data50};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(typeof data50 === "string"){
if(!pattern25.test(data50)){
const err104 = {instancePath:instancePath+"/aiVoiceJobs/" + i9+"/jobId",schemaPath:"#/properties/aiVoiceJobs/items/properties/jobId/pattern",keyword:"pattern",params:{pattern: "^[1-9][0-9]{15,18}$"},message:"must match pattern \""+"^[1-9][0-9]{15,18}$"+"\"",schema:"^[1-9][0-9]{15,18}$",parentSchema:schema31.properties.aiVoiceJobs.items.properties.jobId,data:data50};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
}
if(data49.state !== undefined){
let data51 = data49.state;
if(!(((data51 === "running") || (data51 === "paused")) || (data51 === "completed"))){
const err105 = {instancePath:instancePath+"/aiVoiceJobs/" + i9+"/state",schemaPath:"#/properties/aiVoiceJobs/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema31.properties.aiVoiceJobs.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.aiVoiceJobs.items.properties.state.enum,parentSchema:schema31.properties.aiVoiceJobs.items.properties.state,data:data51};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data49.completesAfter !== undefined){
let data52 = data49.completesAfter;
if(typeof data52 === "string"){
if(!pattern7.test(data52)){
const err106 = {instancePath:instancePath+"/aiVoiceJobs/" + i9+"/completesAfter",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"},message:"must match pattern \""+"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"+"\"",schema:"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$",parentSchema:schema33,data:data52};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath:instancePath+"/aiVoiceJobs/" + i9+"/completesAfter",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data52};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
else {
const err108 = {instancePath:instancePath+"/aiVoiceJobs/" + i9,schemaPath:"#/properties/aiVoiceJobs/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.aiVoiceJobs.items.type,parentSchema:schema31.properties.aiVoiceJobs.items,data:data49};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
}
else {
const err109 = {instancePath:instancePath+"/aiVoiceJobs",schemaPath:"#/properties/aiVoiceJobs/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.aiVoiceJobs.type,parentSchema:schema31.properties.aiVoiceJobs,data:data48};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data.agents !== undefined){
let data53 = data.agents;
if(Array.isArray(data53)){
const len10 = data53.length;
for(let i10=0; i10<len10; i10++){
let data54 = data53[i10];
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
if(data54.keyId === undefined){
const err110 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/required",keyword:"required",params:{missingProperty: "keyId"},message:"must have required property '"+"keyId"+"'",schema:schema31.properties.agents.items.required,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data54.name === undefined){
const err111 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema31.properties.agents.items.required,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
if(data54.voiceGroupId === undefined){
const err112 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/required",keyword:"required",params:{missingProperty: "voiceGroupId"},message:"must have required property '"+"voiceGroupId"+"'",schema:schema31.properties.agents.items.required,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(data54.status === undefined){
const err113 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'",schema:schema31.properties.agents.items.required,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
for(const key12 in data54){
if(!((func1.call(schema31.properties.agents.items.properties, key12)) || (pattern4.test(key12)))){
const err114 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data54.keyId !== undefined){
let data55 = data54.keyId;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err115 = {instancePath:instancePath+"/agents/" + i10+"/keyId",schemaPath:"#/properties/agents/items/properties/keyId/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.agents.items.properties.keyId.type,parentSchema:schema31.properties.agents.items.properties.keyId,data:data55};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data54.empNo !== undefined){
let data56 = data54.empNo;
if(typeof data56 !== "string"){
const err116 = {instancePath:instancePath+"/agents/" + i10+"/empNo",schemaPath:"#/properties/agents/items/properties/empNo/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.empNo.type,parentSchema:schema31.properties.agents.items.properties.empNo,data:data56};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data54.petName !== undefined){
let data57 = data54.petName;
if(typeof data57 !== "string"){
const err117 = {instancePath:instancePath+"/agents/" + i10+"/petName",schemaPath:"#/properties/agents/items/properties/petName/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.petName.type,parentSchema:schema31.properties.agents.items.properties.petName,data:data57};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
if(data54.name !== undefined){
let data58 = data54.name;
if(typeof data58 !== "string"){
const err118 = {instancePath:instancePath+"/agents/" + i10+"/name",schemaPath:"#/properties/agents/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.name.type,parentSchema:schema31.properties.agents.items.properties.name,data:data58};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data54.appId !== undefined){
let data59 = data54.appId;
if(typeof data59 !== "string"){
const err119 = {instancePath:instancePath+"/agents/" + i10+"/appId",schemaPath:"#/properties/agents/items/properties/appId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.appId.type,parentSchema:schema31.properties.agents.items.properties.appId,data:data59};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data54.deleteFlag !== undefined){
let data60 = data54.deleteFlag;
if(!((data60 === 0) || (data60 === 1))){
const err120 = {instancePath:instancePath+"/agents/" + i10+"/deleteFlag",schemaPath:"#/properties/agents/items/properties/deleteFlag/enum",keyword:"enum",params:{allowedValues: schema31.properties.agents.items.properties.deleteFlag.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.agents.items.properties.deleteFlag.enum,parentSchema:schema31.properties.agents.items.properties.deleteFlag,data:data60};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data54.enable !== undefined){
let data61 = data54.enable;
if(!((data61 === 0) || (data61 === 1))){
const err121 = {instancePath:instancePath+"/agents/" + i10+"/enable",schemaPath:"#/properties/agents/items/properties/enable/enum",keyword:"enum",params:{allowedValues: schema31.properties.agents.items.properties.enable.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.agents.items.properties.enable.enum,parentSchema:schema31.properties.agents.items.properties.enable,data:data61};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data54.priority !== undefined){
let data62 = data54.priority;
if(!(((typeof data62 == "number") && (!(data62 % 1) && !isNaN(data62))) && (isFinite(data62)))){
const err122 = {instancePath:instancePath+"/agents/" + i10+"/priority",schemaPath:"#/properties/agents/items/properties/priority/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.agents.items.properties.priority.type,parentSchema:schema31.properties.agents.items.properties.priority,data:data62};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
if(data54.voiceGroupId !== undefined){
let data63 = data54.voiceGroupId;
if(!(((typeof data63 == "number") && (!(data63 % 1) && !isNaN(data63))) && (isFinite(data63)))){
const err123 = {instancePath:instancePath+"/agents/" + i10+"/voiceGroupId",schemaPath:"#/properties/agents/items/properties/voiceGroupId/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.agents.items.properties.voiceGroupId.type,parentSchema:schema31.properties.agents.items.properties.voiceGroupId,data:data63};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data54.groupName !== undefined){
let data64 = data54.groupName;
if(typeof data64 !== "string"){
const err124 = {instancePath:instancePath+"/agents/" + i10+"/groupName",schemaPath:"#/properties/agents/items/properties/groupName/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.groupName.type,parentSchema:schema31.properties.agents.items.properties.groupName,data:data64};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data54.account !== undefined){
let data65 = data54.account;
if(typeof data65 !== "string"){
const err125 = {instancePath:instancePath+"/agents/" + i10+"/account",schemaPath:"#/properties/agents/items/properties/account/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.account.type,parentSchema:schema31.properties.agents.items.properties.account,data:data65};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
if(data54.password !== undefined){
let data66 = data54.password;
if(typeof data66 !== "string"){
const err126 = {instancePath:instancePath+"/agents/" + i10+"/password",schemaPath:"#/properties/agents/items/properties/password/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.password.type,parentSchema:schema31.properties.agents.items.properties.password,data:data66};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data54.createTime !== undefined){
let data67 = data54.createTime;
if(typeof data67 !== "string"){
const err127 = {instancePath:instancePath+"/agents/" + i10+"/createTime",schemaPath:"#/properties/agents/items/properties/createTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.createTime.type,parentSchema:schema31.properties.agents.items.properties.createTime,data:data67};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data54.updateTime !== undefined){
let data68 = data54.updateTime;
if(typeof data68 !== "string"){
const err128 = {instancePath:instancePath+"/agents/" + i10+"/updateTime",schemaPath:"#/properties/agents/items/properties/updateTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.updateTime.type,parentSchema:schema31.properties.agents.items.properties.updateTime,data:data68};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data54.displayNum !== undefined){
let data69 = data54.displayNum;
if(typeof data69 !== "string"){
const err129 = {instancePath:instancePath+"/agents/" + i10+"/displayNum",schemaPath:"#/properties/agents/items/properties/displayNum/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.displayNum.type,parentSchema:schema31.properties.agents.items.properties.displayNum,data:data69};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data54.ccode !== undefined){
let data70 = data54.ccode;
if((typeof data70 !== "string") && (data70 !== null)){
const err130 = {instancePath:instancePath+"/agents/" + i10+"/ccode",schemaPath:"#/properties/agents/items/properties/ccode/type",keyword:"type",params:{type: schema31.properties.agents.items.properties.ccode.type},message:"must be string,null",schema:schema31.properties.agents.items.properties.ccode.type,parentSchema:schema31.properties.agents.items.properties.ccode,data:data70};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data54.appName !== undefined){
let data71 = data54.appName;
if((typeof data71 !== "string") && (data71 !== null)){
const err131 = {instancePath:instancePath+"/agents/" + i10+"/appName",schemaPath:"#/properties/agents/items/properties/appName/type",keyword:"type",params:{type: schema31.properties.agents.items.properties.appName.type},message:"must be string,null",schema:schema31.properties.agents.items.properties.appName.type,parentSchema:schema31.properties.agents.items.properties.appName,data:data71};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data54.status !== undefined){
let data72 = data54.status;
if(!(((((data72 === "1") || (data72 === "2")) || (data72 === "3")) || (data72 === "4")) || (data72 === "5"))){
const err132 = {instancePath:instancePath+"/agents/" + i10+"/status",schemaPath:"#/properties/agents/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema31.properties.agents.items.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.agents.items.properties.status.enum,parentSchema:schema31.properties.agents.items.properties.status,data:data72};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data54.voiceGroupCcode !== undefined){
let data73 = data54.voiceGroupCcode;
if(typeof data73 !== "string"){
const err133 = {instancePath:instancePath+"/agents/" + i10+"/voiceGroupCcode",schemaPath:"#/properties/agents/items/properties/voiceGroupCcode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.agents.items.properties.voiceGroupCcode.type,parentSchema:schema31.properties.agents.items.properties.voiceGroupCcode,data:data73};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
}
else {
const err134 = {instancePath:instancePath+"/agents/" + i10,schemaPath:"#/properties/agents/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.agents.items.type,parentSchema:schema31.properties.agents.items,data:data54};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
}
else {
const err135 = {instancePath:instancePath+"/agents",schemaPath:"#/properties/agents/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.agents.type,parentSchema:schema31.properties.agents,data:data53};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data.bindings !== undefined){
let data74 = data.bindings;
if(Array.isArray(data74)){
const len11 = data74.length;
for(let i11=0; i11<len11; i11++){
let data75 = data74[i11];
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
if(data75.bindId === undefined){
const err136 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/required",keyword:"required",params:{missingProperty: "bindId"},message:"must have required property '"+"bindId"+"'",schema:schema31.properties.bindings.items.required,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(data75.phoneA === undefined){
const err137 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/required",keyword:"required",params:{missingProperty: "phoneA"},message:"must have required property '"+"phoneA"+"'",schema:schema31.properties.bindings.items.required,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
if(data75.phoneB === undefined){
const err138 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/required",keyword:"required",params:{missingProperty: "phoneB"},message:"must have required property '"+"phoneB"+"'",schema:schema31.properties.bindings.items.required,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if(data75.pnsNumberA === undefined){
const err139 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/required",keyword:"required",params:{missingProperty: "pnsNumberA"},message:"must have required property '"+"pnsNumberA"+"'",schema:schema31.properties.bindings.items.required,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(data75.pnsNumberB === undefined){
const err140 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/required",keyword:"required",params:{missingProperty: "pnsNumberB"},message:"must have required property '"+"pnsNumberB"+"'",schema:schema31.properties.bindings.items.required,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
for(const key13 in data75){
if(!((((((((key13 === "appId") || (key13 === "bindId")) || (key13 === "phoneA")) || (key13 === "phoneB")) || (key13 === "pnsNumberA")) || (key13 === "pnsNumberB")) || (key13 === "expireTime")) || (pattern4.test(key13)))){
const err141 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
if(data75.appId !== undefined){
let data76 = data75.appId;
if(typeof data76 !== "string"){
const err142 = {instancePath:instancePath+"/bindings/" + i11+"/appId",schemaPath:"#/properties/bindings/items/properties/appId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.appId.type,parentSchema:schema31.properties.bindings.items.properties.appId,data:data76};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data75.bindId !== undefined){
let data77 = data75.bindId;
if(!(((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77))) && (isFinite(data77)))){
const err143 = {instancePath:instancePath+"/bindings/" + i11+"/bindId",schemaPath:"#/properties/bindings/items/properties/bindId/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.bindings.items.properties.bindId.type,parentSchema:schema31.properties.bindings.items.properties.bindId,data:data77};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data75.phoneA !== undefined){
let data78 = data75.phoneA;
if(typeof data78 === "string"){
if(!pattern13.test(data78)){
const err144 = {instancePath:instancePath+"/bindings/" + i11+"/phoneA",schemaPath:"#/properties/bindings/items/properties/phoneA/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.bindings.items.properties.phoneA,data:data78};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
else {
const err145 = {instancePath:instancePath+"/bindings/" + i11+"/phoneA",schemaPath:"#/properties/bindings/items/properties/phoneA/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.phoneA.type,parentSchema:schema31.properties.bindings.items.properties.phoneA,data:data78};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data75.phoneB !== undefined){
let data79 = data75.phoneB;
if(typeof data79 === "string"){
if(!pattern13.test(data79)){
const err146 = {instancePath:instancePath+"/bindings/" + i11+"/phoneB",schemaPath:"#/properties/bindings/items/properties/phoneB/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.bindings.items.properties.phoneB,data:data79};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
else {
const err147 = {instancePath:instancePath+"/bindings/" + i11+"/phoneB",schemaPath:"#/properties/bindings/items/properties/phoneB/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.phoneB.type,parentSchema:schema31.properties.bindings.items.properties.phoneB,data:data79};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data75.pnsNumberA !== undefined){
let data80 = data75.pnsNumberA;
if(typeof data80 === "string"){
if(!pattern13.test(data80)){
const err148 = {instancePath:instancePath+"/bindings/" + i11+"/pnsNumberA",schemaPath:"#/properties/bindings/items/properties/pnsNumberA/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.bindings.items.properties.pnsNumberA,data:data80};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
else {
const err149 = {instancePath:instancePath+"/bindings/" + i11+"/pnsNumberA",schemaPath:"#/properties/bindings/items/properties/pnsNumberA/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.pnsNumberA.type,parentSchema:schema31.properties.bindings.items.properties.pnsNumberA,data:data80};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data75.pnsNumberB !== undefined){
let data81 = data75.pnsNumberB;
if(typeof data81 === "string"){
if(!pattern13.test(data81)){
const err150 = {instancePath:instancePath+"/bindings/" + i11+"/pnsNumberB",schemaPath:"#/properties/bindings/items/properties/pnsNumberB/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.bindings.items.properties.pnsNumberB,data:data81};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
else {
const err151 = {instancePath:instancePath+"/bindings/" + i11+"/pnsNumberB",schemaPath:"#/properties/bindings/items/properties/pnsNumberB/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.pnsNumberB.type,parentSchema:schema31.properties.bindings.items.properties.pnsNumberB,data:data81};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data75.expireTime !== undefined){
let data82 = data75.expireTime;
if(typeof data82 !== "string"){
const err152 = {instancePath:instancePath+"/bindings/" + i11+"/expireTime",schemaPath:"#/properties/bindings/items/properties/expireTime/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.bindings.items.properties.expireTime.type,parentSchema:schema31.properties.bindings.items.properties.expireTime,data:data82};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
}
else {
const err153 = {instancePath:instancePath+"/bindings/" + i11,schemaPath:"#/properties/bindings/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.bindings.items.type,parentSchema:schema31.properties.bindings.items,data:data75};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
}
else {
const err154 = {instancePath:instancePath+"/bindings",schemaPath:"#/properties/bindings/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.bindings.type,parentSchema:schema31.properties.bindings,data:data74};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
if(data.sessions !== undefined){
let data83 = data.sessions;
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
for(const key14 in data83){
if(!((((key14 === "default") || (key14 === "exceptEndings")) || (key14 === "lastInbound")) || (pattern4.test(key14)))){
const err155 = {instancePath:instancePath+"/sessions",schemaPath:"#/properties/sessions/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.sessions,data:data83};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
if(data83.default !== undefined){
let data84 = data83.default;
if(!((data84 === "open") || (data84 === "closed"))){
const err156 = {instancePath:instancePath+"/sessions/default",schemaPath:"#/properties/sessions/properties/default/enum",keyword:"enum",params:{allowedValues: schema31.properties.sessions.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.sessions.properties.default.enum,parentSchema:schema31.properties.sessions.properties.default,data:data84};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
if(data83.exceptEndings !== undefined){
let data85 = data83.exceptEndings;
if(Array.isArray(data85)){
const len12 = data85.length;
for(let i12=0; i12<len12; i12++){
let data86 = data85[i12];
if(typeof data86 === "string"){
if(!pattern34.test(data86)){
const err157 = {instancePath:instancePath+"/sessions/exceptEndings/" + i12,schemaPath:"#/properties/sessions/properties/exceptEndings/items/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,15}$"},message:"must match pattern \""+"^[0-9]{1,15}$"+"\"",schema:"^[0-9]{1,15}$",parentSchema:schema31.properties.sessions.properties.exceptEndings.items,data:data86};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
else {
const err158 = {instancePath:instancePath+"/sessions/exceptEndings/" + i12,schemaPath:"#/properties/sessions/properties/exceptEndings/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.sessions.properties.exceptEndings.items.type,parentSchema:schema31.properties.sessions.properties.exceptEndings.items,data:data86};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
}
else {
const err159 = {instancePath:instancePath+"/sessions/exceptEndings",schemaPath:"#/properties/sessions/properties/exceptEndings/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.sessions.properties.exceptEndings.type,parentSchema:schema31.properties.sessions.properties.exceptEndings,data:data85};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data83.lastInbound !== undefined){
let data87 = data83.lastInbound;
if(Array.isArray(data87)){
const len13 = data87.length;
for(let i13=0; i13<len13; i13++){
let data88 = data87[i13];
if(data88 && typeof data88 == "object" && !Array.isArray(data88)){
if(data88.recipient === undefined){
const err160 = {instancePath:instancePath+"/sessions/lastInbound/" + i13,schemaPath:"#/properties/sessions/properties/lastInbound/items/required",keyword:"required",params:{missingProperty: "recipient"},message:"must have required property '"+"recipient"+"'",schema:schema31.properties.sessions.properties.lastInbound.items.required,parentSchema:schema31.properties.sessions.properties.lastInbound.items,data:data88};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
for(const key15 in data88){
if(!(((((key15 === "recipient") || (key15 === "businessPhone")) || (key15 === "at")) || (key15 === "ago")) || (pattern4.test(key15)))){
const err161 = {instancePath:instancePath+"/sessions/lastInbound/" + i13,schemaPath:"#/properties/sessions/properties/lastInbound/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.sessions.properties.lastInbound.items,data:data88};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data88.recipient !== undefined){
let data89 = data88.recipient;
if(typeof data89 === "string"){
if(!pattern13.test(data89)){
const err162 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/recipient",schemaPath:"#/properties/sessions/properties/lastInbound/items/properties/recipient/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.sessions.properties.lastInbound.items.properties.recipient,data:data89};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
else {
const err163 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/recipient",schemaPath:"#/properties/sessions/properties/lastInbound/items/properties/recipient/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.sessions.properties.lastInbound.items.properties.recipient.type,parentSchema:schema31.properties.sessions.properties.lastInbound.items.properties.recipient,data:data89};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data88.businessPhone !== undefined){
let data90 = data88.businessPhone;
if(typeof data90 === "string"){
if(!pattern13.test(data90)){
const err164 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/businessPhone",schemaPath:"#/properties/sessions/properties/lastInbound/items/properties/businessPhone/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,20}$"},message:"must match pattern \""+"^[0-9]{1,20}$"+"\"",schema:"^[0-9]{1,20}$",parentSchema:schema31.properties.sessions.properties.lastInbound.items.properties.businessPhone,data:data90};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
else {
const err165 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/businessPhone",schemaPath:"#/properties/sessions/properties/lastInbound/items/properties/businessPhone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.sessions.properties.lastInbound.items.properties.businessPhone.type,parentSchema:schema31.properties.sessions.properties.lastInbound.items.properties.businessPhone,data:data90};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
if(data88.at !== undefined){
let data91 = data88.at;
if(typeof data91 === "string"){
if(!pattern6.test(data91)){
const err166 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/at",schemaPath:"#/$defs/instant/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema32,data:data91};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
else {
const err167 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/at",schemaPath:"#/$defs/instant/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data91};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
if(data88.ago !== undefined){
let data92 = data88.ago;
if(typeof data92 === "string"){
if(!pattern7.test(data92)){
const err168 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/ago",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"},message:"must match pattern \""+"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"+"\"",schema:"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$",parentSchema:schema33,data:data92};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
else {
const err169 = {instancePath:instancePath+"/sessions/lastInbound/" + i13+"/ago",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data92};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
}
else {
const err170 = {instancePath:instancePath+"/sessions/lastInbound/" + i13,schemaPath:"#/properties/sessions/properties/lastInbound/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.sessions.properties.lastInbound.items.type,parentSchema:schema31.properties.sessions.properties.lastInbound.items,data:data88};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
}
else {
const err171 = {instancePath:instancePath+"/sessions/lastInbound",schemaPath:"#/properties/sessions/properties/lastInbound/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.sessions.properties.lastInbound.type,parentSchema:schema31.properties.sessions.properties.lastInbound,data:data87};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
}
else {
const err172 = {instancePath:instancePath+"/sessions",schemaPath:"#/properties/sessions/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.sessions.type,parentSchema:schema31.properties.sessions,data:data83};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
if(data.languages !== undefined){
let data93 = data.languages;
if(Array.isArray(data93)){
const len14 = data93.length;
for(let i14=0; i14<len14; i14++){
let data94 = data93[i14];
if(typeof data94 === "string"){
if(func2(data94) < 1){
const err173 = {instancePath:instancePath+"/languages/" + i14,schemaPath:"#/properties/languages/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.languages.items,data:data94};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
else {
const err174 = {instancePath:instancePath+"/languages/" + i14,schemaPath:"#/properties/languages/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.languages.items.type,parentSchema:schema31.properties.languages.items,data:data94};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
}
else {
const err175 = {instancePath:instancePath+"/languages",schemaPath:"#/properties/languages/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.languages.type,parentSchema:schema31.properties.languages,data:data93};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
if(data.voiceFiles !== undefined){
let data95 = data.voiceFiles;
if(data95 && typeof data95 == "object" && !Array.isArray(data95)){
for(const key16 in data95){
if(!(((key16 === "accept") || (key16 === "ids")) || (pattern4.test(key16)))){
const err176 = {instancePath:instancePath+"/voiceFiles",schemaPath:"#/properties/voiceFiles/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.voiceFiles,data:data95};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data95.accept !== undefined){
let data96 = data95.accept;
if(!((data96 === "any") || (data96 === "known"))){
const err177 = {instancePath:instancePath+"/voiceFiles/accept",schemaPath:"#/properties/voiceFiles/properties/accept/enum",keyword:"enum",params:{allowedValues: schema31.properties.voiceFiles.properties.accept.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.voiceFiles.properties.accept.enum,parentSchema:schema31.properties.voiceFiles.properties.accept,data:data96};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
if(data95.ids !== undefined){
let data97 = data95.ids;
if(Array.isArray(data97)){
const len15 = data97.length;
for(let i15=0; i15<len15; i15++){
let data98 = data97[i15];
if(typeof data98 !== "string"){
const err178 = {instancePath:instancePath+"/voiceFiles/ids/" + i15,schemaPath:"#/properties/voiceFiles/properties/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.voiceFiles.properties.ids.items.type,parentSchema:schema31.properties.voiceFiles.properties.ids.items,data:data98};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
}
else {
const err179 = {instancePath:instancePath+"/voiceFiles/ids",schemaPath:"#/properties/voiceFiles/properties/ids/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.voiceFiles.properties.ids.type,parentSchema:schema31.properties.voiceFiles.properties.ids,data:data97};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
}
else {
const err180 = {instancePath:instancePath+"/voiceFiles",schemaPath:"#/properties/voiceFiles/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.voiceFiles.type,parentSchema:schema31.properties.voiceFiles,data:data95};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data.limits !== undefined){
let data99 = data.limits;
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
for(const key17 in data99){
if(!(((((key17 === "otpTotal") || (key17 === "otpPerPhone")) || (key17 === "concurrentTasks")) || (key17 === "tasks")) || (pattern4.test(key17)))){
const err181 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.limits,data:data99};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
if(data99.otpTotal !== undefined){
if(!(validate21(data99.otpTotal, {instancePath:instancePath+"/limits/otpTotal",parentData:data99,parentDataProperty:"otpTotal",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
if(data99.otpPerPhone !== undefined){
if(!(validate21(data99.otpPerPhone, {instancePath:instancePath+"/limits/otpPerPhone",parentData:data99,parentDataProperty:"otpPerPhone",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
if(data99.concurrentTasks !== undefined){
let data102 = data99.concurrentTasks;
if(!(((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102))) && (isFinite(data102)))){
const err182 = {instancePath:instancePath+"/limits/concurrentTasks",schemaPath:"#/properties/limits/properties/concurrentTasks/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.concurrentTasks.type,parentSchema:schema31.properties.limits.properties.concurrentTasks,data:data102};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
if((typeof data102 == "number") && (isFinite(data102))){
if(data102 < 0 || isNaN(data102)){
const err183 = {instancePath:instancePath+"/limits/concurrentTasks",schemaPath:"#/properties/limits/properties/concurrentTasks/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.limits.properties.concurrentTasks,data:data102};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
}
if(data99.tasks !== undefined){
let data103 = data99.tasks;
if(!(((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103))) && (isFinite(data103)))){
const err184 = {instancePath:instancePath+"/limits/tasks",schemaPath:"#/properties/limits/properties/tasks/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.tasks.type,parentSchema:schema31.properties.limits.properties.tasks,data:data103};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
if((typeof data103 == "number") && (isFinite(data103))){
if(data103 < 0 || isNaN(data103)){
const err185 = {instancePath:instancePath+"/limits/tasks",schemaPath:"#/properties/limits/properties/tasks/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.limits.properties.tasks,data:data103};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
}
}
else {
const err186 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.limits.type,parentSchema:schema31.properties.limits,data:data99};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
if(data.calls !== undefined){
let data104 = data.calls;
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
for(const key18 in data104){
if(!(((key18 === "lines") || (key18 === "each")) || (pattern4.test(key18)))){
const err187 = {instancePath:instancePath+"/calls",schemaPath:"#/properties/calls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.calls,data:data104};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data104.lines !== undefined){
let data105 = data104.lines;
if(!(((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105))) && (isFinite(data105)))){
const err188 = {instancePath:instancePath+"/calls/lines",schemaPath:"#/properties/calls/properties/lines/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.calls.properties.lines.type,parentSchema:schema31.properties.calls.properties.lines,data:data105};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
if((typeof data105 == "number") && (isFinite(data105))){
if(data105 > 100000 || isNaN(data105)){
const err189 = {instancePath:instancePath+"/calls/lines",schemaPath:"#/properties/calls/properties/lines/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema31.properties.calls.properties.lines,data:data105};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
if(data105 < 1 || isNaN(data105)){
const err190 = {instancePath:instancePath+"/calls/lines",schemaPath:"#/properties/calls/properties/lines/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.calls.properties.lines,data:data105};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
}
if(data104.each !== undefined){
let data106 = data104.each;
if(typeof data106 === "string"){
if(!pattern7.test(data106)){
const err191 = {instancePath:instancePath+"/calls/each",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"},message:"must match pattern \""+"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$"+"\"",schema:"^(?=[0-9]|PT?[0-9])(?:([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+(\\.[0-9]{1,3})?s)?([0-9]+ms)?|P([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,3})?S)?)?)$",parentSchema:schema33,data:data106};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
else {
const err192 = {instancePath:instancePath+"/calls/each",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data106};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
}
else {
const err193 = {instancePath:instancePath+"/calls",schemaPath:"#/properties/calls/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.calls.type,parentSchema:schema31.properties.calls,data:data104};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
if(data.magicNumbers !== undefined){
let data107 = data.magicNumbers;
if(!((data107 === "off") || (data107 === "on"))){
const err194 = {instancePath:instancePath+"/magicNumbers",schemaPath:"#/properties/magicNumbers/enum",keyword:"enum",params:{allowedValues: schema31.properties.magicNumbers.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.magicNumbers.enum,parentSchema:schema31.properties.magicNumbers,data:data107};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
if(data.answers !== undefined){
let data108 = data.answers;
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
for(const key19 in data108){
if(!(((key19 === "codes") || (key19 === "names")) || (pattern4.test(key19)))){
const err195 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.answers,data:data108};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
if(data108.codes !== undefined){
let data109 = data108.codes;
if(!((data109 === "text") || (data109 === "numbers"))){
const err196 = {instancePath:instancePath+"/answers/codes",schemaPath:"#/properties/answers/properties/codes/enum",keyword:"enum",params:{allowedValues: schema31.properties.answers.properties.codes.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.answers.properties.codes.enum,parentSchema:schema31.properties.answers.properties.codes,data:data109};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
if(data108.names !== undefined){
let data110 = data108.names;
if(!((data110 === "own") || (data110 === "other"))){
const err197 = {instancePath:instancePath+"/answers/names",schemaPath:"#/properties/answers/properties/names/enum",keyword:"enum",params:{allowedValues: schema31.properties.answers.properties.names.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.answers.properties.names.enum,parentSchema:schema31.properties.answers.properties.names,data:data110};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
}
else {
const err198 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.answers.type,parentSchema:schema31.properties.answers,data:data108};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
if(data.faults !== undefined){
let data111 = data.faults;
if(Array.isArray(data111)){
const len16 = data111.length;
for(let i16=0; i16<len16; i16++){
let data112 = data111[i16];
const _errs240 = errors;
let valid66 = true;
const _errs241 = errors;
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
let missing0;
if((data112.kind === undefined) && (missing0 = "kind")){
const err199 = {};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
else {
if(data112.kind !== undefined){
if("status" !== data112.kind){
const err200 = {};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
}
}
var _valid0 = _errs241 === errors;
errors = _errs240;
if(vErrors !== null){
if(_errs240){
vErrors.length = _errs240;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs243 = errors;
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
if(data112.status === undefined){
const err201 = {instancePath:instancePath+"/faults/" + i16,schemaPath:"#/$defs/fault/then/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'",schema:schema45.then.required,parentSchema:schema45.then,data:data112};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
var _valid0 = _errs243 === errors;
valid66 = _valid0;
}
if(!valid66){
const err202 = {instancePath:instancePath+"/faults/" + i16,schemaPath:"#/$defs/fault/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema45.if,parentSchema:schema45,data:data112};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
if(data112.kind === undefined){
const err203 = {instancePath:instancePath+"/faults/" + i16,schemaPath:"#/$defs/fault/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'",schema:schema45.required,parentSchema:schema45,data:data112};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
for(const key20 in data112){
if(!((func1.call(schema45.properties, key20)) || (pattern4.test(key20)))){
const err204 = {instancePath:instancePath+"/faults/" + i16,schemaPath:"#/$defs/fault/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema45,data:data112};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data112.kind !== undefined){
let data114 = data112.kind;
if(!((((((((((data114 === "status") || (data114 === "http")) || (data114 === "delay")) || (data114 === "drip")) || (data114 === "truncate")) || (data114 === "garbage")) || (data114 === "wrong-type")) || (data114 === "reset-before")) || (data114 === "reset-after")) || (data114 === "hang"))){
const err205 = {instancePath:instancePath+"/faults/" + i16+"/kind",schemaPath:"#/$defs/fault/properties/kind/enum",keyword:"enum",params:{allowedValues: schema45.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema45.properties.kind.enum,parentSchema:schema45.properties.kind,data:data114};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data112.operation !== undefined){
let data115 = data112.operation;
if(!(((((((((data115 === "whatsapp.send") || (data115 === "voice.redial")) || (data115 === "otp.send")) || (data115 === "audio.upload")) || (data115 === "aivoice.pause")) || (data115 === "sms.balance")) || (data115 === "agents.list")) || (data115 === "axb.list")) || (data115 === "sms.backfill"))){
const err206 = {instancePath:instancePath+"/faults/" + i16+"/operation",schemaPath:"#/$defs/fault/properties/operation/enum",keyword:"enum",params:{allowedValues: schema45.properties.operation.enum},message:"must be equal to one of the allowed values",schema:schema45.properties.operation.enum,parentSchema:schema45.properties.operation,data:data115};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
if(data112.recipient !== undefined){
let data116 = data112.recipient;
if(typeof data116 === "string"){
if(!pattern48.test(data116)){
const err207 = {instancePath:instancePath+"/faults/" + i16+"/recipient",schemaPath:"#/$defs/fault/properties/recipient/pattern",keyword:"pattern",params:{pattern: "^\\*?[0-9]{1,20}$"},message:"must match pattern \""+"^\\*?[0-9]{1,20}$"+"\"",schema:"^\\*?[0-9]{1,20}$",parentSchema:schema45.properties.recipient,data:data116};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
else {
const err208 = {instancePath:instancePath+"/faults/" + i16+"/recipient",schemaPath:"#/$defs/fault/properties/recipient/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.recipient.type,parentSchema:schema45.properties.recipient,data:data116};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
if(data112.when !== undefined){
let data117 = data112.when;
if(!((data117 === "before") || (data117 === "after"))){
const err209 = {instancePath:instancePath+"/faults/" + i16+"/when",schemaPath:"#/$defs/fault/properties/when/enum",keyword:"enum",params:{allowedValues: schema45.properties.when.enum},message:"must be equal to one of the allowed values",schema:schema45.properties.when.enum,parentSchema:schema45.properties.when,data:data117};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
if(data112.status !== undefined){
let data118 = data112.status;
if(typeof data118 === "string"){
if(!pattern49.test(data118)){
const err210 = {instancePath:instancePath+"/faults/" + i16+"/status",schemaPath:"#/$defs/fault/properties/status/pattern",keyword:"pattern",params:{pattern: "^(0|-?[1-9][0-9]{0,8})$"},message:"must match pattern \""+"^(0|-?[1-9][0-9]{0,8})$"+"\"",schema:"^(0|-?[1-9][0-9]{0,8})$",parentSchema:schema45.properties.status,data:data118};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
else {
const err211 = {instancePath:instancePath+"/faults/" + i16+"/status",schemaPath:"#/$defs/fault/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.status.type,parentSchema:schema45.properties.status,data:data118};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
if(data112.reason !== undefined){
let data119 = data112.reason;
if(typeof data119 !== "string"){
const err212 = {instancePath:instancePath+"/faults/" + i16+"/reason",schemaPath:"#/$defs/fault/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.reason.type,parentSchema:schema45.properties.reason,data:data119};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
if(data112.http !== undefined){
let data120 = data112.http;
if(!(((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120))) && (isFinite(data120)))){
const err213 = {instancePath:instancePath+"/faults/" + i16+"/http",schemaPath:"#/$defs/fault/properties/http/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.http.type,parentSchema:schema45.properties.http,data:data120};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
if((typeof data120 == "number") && (isFinite(data120))){
if(data120 > 599 || isNaN(data120)){
const err214 = {instancePath:instancePath+"/faults/" + i16+"/http",schemaPath:"#/$defs/fault/properties/http/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599",schema:599,parentSchema:schema45.properties.http,data:data120};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
if(data120 < 200 || isNaN(data120)){
const err215 = {instancePath:instancePath+"/faults/" + i16+"/http",schemaPath:"#/$defs/fault/properties/http/minimum",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200",schema:200,parentSchema:schema45.properties.http,data:data120};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
}
if(data112.headers !== undefined){
let data121 = data112.headers;
if(data121 && typeof data121 == "object" && !Array.isArray(data121)){
for(const key21 in data121){
const _errs258 = errors;
if(typeof key21 === "string"){
if(!pattern50.test(key21)){
const err216 = {instancePath:instancePath+"/faults/" + i16+"/headers",schemaPath:"#/$defs/fault/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[\\w-]+$"},message:"must match pattern \""+"^[\\w-]+$"+"\"",schema:"^[\\w-]+$",parentSchema:schema45.properties.headers.propertyNames,data:key21,propertyName:key21};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
}
var valid69 = _errs258 === errors;
if(!valid69){
const err217 = {instancePath:instancePath+"/faults/" + i16+"/headers",schemaPath:"#/$defs/fault/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName: key21},message:"property name must be valid",schema:schema45.properties.headers.propertyNames,parentSchema:schema45.properties.headers,data:data121};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
for(const key22 in data121){
let data122 = data121[key22];
if(typeof data122 === "string"){
if(!pattern51.test(data122)){
const err218 = {instancePath:instancePath+"/faults/" + i16+"/headers/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/fault/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[\\t\\x20-\\x7e]*$"},message:"must match pattern \""+"^[\\t\\x20-\\x7e]*$"+"\"",schema:"^[\\t\\x20-\\x7e]*$",parentSchema:schema45.properties.headers.additionalProperties,data:data122};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
else {
const err219 = {instancePath:instancePath+"/faults/" + i16+"/headers/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/fault/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.headers.additionalProperties.type,parentSchema:schema45.properties.headers.additionalProperties,data:data122};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
}
else {
const err220 = {instancePath:instancePath+"/faults/" + i16+"/headers",schemaPath:"#/$defs/fault/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.properties.headers.type,parentSchema:schema45.properties.headers,data:data121};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
if(data112.body !== undefined){
let data123 = data112.body;
if(typeof data123 !== "string"){
const err221 = {instancePath:instancePath+"/faults/" + i16+"/body",schemaPath:"#/$defs/fault/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.properties.body.type,parentSchema:schema45.properties.body,data:data123};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
if(data112.ms !== undefined){
let data124 = data112.ms;
if(!(((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124))) && (isFinite(data124)))){
const err222 = {instancePath:instancePath+"/faults/" + i16+"/ms",schemaPath:"#/$defs/fault/properties/ms/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.ms.type,parentSchema:schema45.properties.ms,data:data124};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
if((typeof data124 == "number") && (isFinite(data124))){
if(data124 > 86400000 || isNaN(data124)){
const err223 = {instancePath:instancePath+"/faults/" + i16+"/ms",schemaPath:"#/$defs/fault/properties/ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema45.properties.ms,data:data124};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
if(data124 < 0 || isNaN(data124)){
const err224 = {instancePath:instancePath+"/faults/" + i16+"/ms",schemaPath:"#/$defs/fault/properties/ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.ms,data:data124};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
}
if(data112.times !== undefined){
let data125 = data112.times;
if(!(((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125))) && (isFinite(data125)))){
const err225 = {instancePath:instancePath+"/faults/" + i16+"/times",schemaPath:"#/$defs/fault/properties/times/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.times.type,parentSchema:schema45.properties.times,data:data125};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
if((typeof data125 == "number") && (isFinite(data125))){
if(data125 < 0 || isNaN(data125)){
const err226 = {instancePath:instancePath+"/faults/" + i16+"/times",schemaPath:"#/$defs/fault/properties/times/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.times,data:data125};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
}
if(data112.skip !== undefined){
let data126 = data112.skip;
if(!(((typeof data126 == "number") && (!(data126 % 1) && !isNaN(data126))) && (isFinite(data126)))){
const err227 = {instancePath:instancePath+"/faults/" + i16+"/skip",schemaPath:"#/$defs/fault/properties/skip/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.skip.type,parentSchema:schema45.properties.skip,data:data126};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
if((typeof data126 == "number") && (isFinite(data126))){
if(data126 < 0 || isNaN(data126)){
const err228 = {instancePath:instancePath+"/faults/" + i16+"/skip",schemaPath:"#/$defs/fault/properties/skip/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.skip,data:data126};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
}
if(data112.rate !== undefined){
let data127 = data112.rate;
if((typeof data127 == "number") && (isFinite(data127))){
if(data127 > 1 || isNaN(data127)){
const err229 = {instancePath:instancePath+"/faults/" + i16+"/rate",schemaPath:"#/$defs/fault/properties/rate/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1",schema:1,parentSchema:schema45.properties.rate,data:data127};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
if(data127 < 0 || isNaN(data127)){
const err230 = {instancePath:instancePath+"/faults/" + i16+"/rate",schemaPath:"#/$defs/fault/properties/rate/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.rate,data:data127};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
else {
const err231 = {instancePath:instancePath+"/faults/" + i16+"/rate",schemaPath:"#/$defs/fault/properties/rate/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema45.properties.rate.type,parentSchema:schema45.properties.rate,data:data127};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
if(data112.seed !== undefined){
let data128 = data112.seed;
if(!(((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128))) && (isFinite(data128)))){
const err232 = {instancePath:instancePath+"/faults/" + i16+"/seed",schemaPath:"#/$defs/fault/properties/seed/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.seed.type,parentSchema:schema45.properties.seed,data:data128};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
if((typeof data128 == "number") && (isFinite(data128))){
if(data128 < 0 || isNaN(data128)){
const err233 = {instancePath:instancePath+"/faults/" + i16+"/seed",schemaPath:"#/$defs/fault/properties/seed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.seed,data:data128};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
}
}
else {
const err234 = {instancePath:instancePath+"/faults/" + i16,schemaPath:"#/$defs/fault/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.type,parentSchema:schema45,data:data112};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
}
else {
const err235 = {instancePath:instancePath+"/faults",schemaPath:"#/properties/faults/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.faults.type,parentSchema:schema31.properties.faults,data:data111};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
}
else {
const err236 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

