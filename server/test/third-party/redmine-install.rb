# Fills a new instance: Redmine's default trackers, statuses and roles, two people and 101 projects.

# Threads that send mail would hold SQLite's locks.
ActiveJob::Base.queue_adapter = :inline
ActionMailer::Base.perform_deliveries = false
ActiveRecord::Base.connection.execute("PRAGMA journal_mode = WAL")
Redmine::DefaultData::Loader.load("en")
Setting.rest_api_enabled = "1"
Setting.notified_events = []

def add_user(login, more = {})
  user = User.new(firstname: "Ada", lastname: login.capitalize, mail: "#{login}@shop.example", language: "en", mail_notification: "none")
  user.login = login
  user.password = "the password of #{login}"
  user.admin = more.fetch(:admin, false)
  user.save!
  user
end

manager = add_user("manager")
admin = add_user("operator", admin: true)
projects = (1..101).map do |n|
  Project.create!(name: "Project #{n}", identifier: "project-#{n}", trackers: Tracker.all)
end
projects.first(2).each do |project|
  Member.create!(project: project, principal: manager, roles: [Role.find_by!(name: "Manager")])
end
puts JSON.generate(key: manager.api_key, adminKey: admin.api_key, user: manager.id)
