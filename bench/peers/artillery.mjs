// `artillery run` calls this before each request: it gives the next recipient and a current signature.
import { messageTo, readPeople, signedHeaders } from './send.mjs';

let people;
let next = 0;

export function nextRecipient(request, context, _events, done) {
  people ??= readPeople(process.env.BENCH_MEMBERS);
  const [recipient, name] = people[next++ % people.length];
  request.headers = signedHeaders();
  request.body = JSON.stringify(messageTo(recipient, name));
  return done();
}
