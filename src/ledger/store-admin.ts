/** For who looks after a store; nobody else loads it. */
export { inspect, migrate } from './postgres/administer.ts';
