print("kinescope")
