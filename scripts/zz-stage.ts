import pg from "pg";
import { loadBench } from "./bench-load.ts";
const c = new pg.Client({connectionString: process.env.DATABASE_URL}); await c.connect(); await c.query("create database bench_dev_work"); await c.end();
const u=new URL(process.env.DATABASE_URL!); u.pathname="/bench_dev_work";
console.log(await loadBench(u.href,{Balance:200000,Sale:1000000}));
