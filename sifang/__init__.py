"""The installed copy of Sifang (四方城): the one name that it has in site-packages."""
