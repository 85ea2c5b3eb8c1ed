// Buckets of a counter that is there already and of what is added to it.
const BOTH = `select coalesce(jsonb_object_agg(bucket, count), '{}') from (
    select bucket, sum(count::bigint) as count from (
      select * from jsonb_each_text(s.histogram) union all select * from jsonb_each_text(excluded.histogram)
    ) as each (bucket, count) group by bucket) sums`;

/**
 * SQL that adds the rows of `counted` to the counters: what a counter has in its key, `bucket` (null for what has no
 * duration), `count`, and `duration_ms` of all of them together. Counters are locked in one order, so that two who add do
 * not wait for each other.
 */
export const addCounted = `insert into statistics as s (org_id, environment, subject, every, dimension, at, value, status, count, duration_ms, histogram)
    select org_id, environment, subject, every, dimension, at, value, status, sum(count), sum(duration_ms),
      coalesce(jsonb_object_agg(bucket, count) filter (where bucket is not null), '{}')
    from counted group by org_id, environment, subject, every, dimension, at, value, status
    order by org_id, environment, subject, every, dimension, at, value, status
    on conflict (org_id, environment, subject, every, dimension, at, value, status) do update set
      count = s.count + excluded.count, duration_ms = s.duration_ms + excluded.duration_ms, histogram = (${BOTH})`;
