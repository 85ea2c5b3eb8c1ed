// The buckets of an existing counter plus those added to it.
const BOTH = `select coalesce(jsonb_object_agg(bucket, count), '{}') from (
    select bucket, sum(count::bigint) as count from (
      select * from jsonb_each_text(s.histogram) union all select * from jsonb_each_text(excluded.histogram)
    ) as each (bucket, count) group by bucket) sums`;

/**
 * SQL that adds the rows of `counted` to the counters: a counter's key, `bucket` (null for what has no duration),
 * `count`, and the total `duration_ms`. Counters are locked in a fixed order, so that concurrent additions do not
 * deadlock.
 */
export const addCounted = `insert into statistics as s (org_id, environment, subject, every, dimension, at, value, status, count, duration_ms, histogram)
    select org_id, environment, subject, every, dimension, at, value, status, sum(count), sum(duration_ms),
      coalesce(jsonb_object_agg(bucket, count) filter (where bucket is not null), '{}')
    from counted group by org_id, environment, subject, every, dimension, at, value, status
    order by org_id, environment, subject, every, dimension, at, value, status
    on conflict (org_id, environment, subject, every, dimension, at, value, status) do update set
      count = s.count + excluded.count, duration_ms = s.duration_ms + excluded.duration_ms, histogram = (${BOTH})`;
